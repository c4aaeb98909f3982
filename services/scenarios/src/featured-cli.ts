/** `npm run featured -- add | remove | list`: presets, for operators. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { commandOf } from "@etesian/service-kit/commands";
import { openEventStore, openReadDatabase, Projector, StoreUnavailableError } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { DATA_DIRECTORY, RpcError, status } from "@etesian/service-kit";
import { featuredIds, featuredList } from "./lists/featured-list.ts";
import { toRpcError } from "./handlers/refusals.ts";
import type { Featured, Scenario } from "./deciding/scenario-state.ts";
import { storedScenarios } from "./stored.ts";

const GROUPS = ["national", "northern_ireland", "regional", "municipal"];

const HELP = `Usage: ${commandOf("featured")} COMMAND [--data DIR] [--store URL]

  add ID --title TEXT [--title-nl TEXT] [--group GROUP] [--author NAME] [--place N]
                 makes a scenario a preset, or changes how one is shown; without --place it is the last one
                 GROUP is one of ${GROUPS.join(", ")}; by default national
  remove ID      makes it an ordinary scenario again
  list           presets in their order

A private scenario cannot be one. The store is found as by npm start: --store or ETESIAN_STORE, else files in --data or
ETESIAN_DATA or .etesian. Etesian may run meanwhile.
`;

/** A mistake in how it was called. */
class UsageError extends Error {}

const text = { type: "string" } as const;
const OPTIONS = {
  data: text,
  store: text,
  help: { type: "boolean", short: "h" },
  title: text,
  "title-nl": text,
  group: text,
  author: text,
  place: text,
} as const;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, written, ...more] = positionals;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (command === undefined) throw new UsageError("expected a command");
  if (more.length > 0) throw new UsageError(`unexpected: ${more.join(" ")}`);
  const { data = process.env["ETESIAN_DATA"] || DATA_DIRECTORY.fallback!, store } = values;
  const presets = await open(storeUrl("events.db", { data, store: store ?? (process.env["ETESIAN_STORE"] || null) }));
  try {
    switch (command) {
      case "add":
        await presets.add(idIn(written), values);
        break;
      case "remove":
        await presets.show(idIn(written), null);
        break;
      case "list":
        break;
      default:
        throw new UsageError(`unknown command "${command}"`);
    }
    for (const line of await presets.lines()) console.log(line);
    return 0;
  } finally {
    await presets.close();
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Flags = ReturnType<typeof parse>["values"];

function idIn(written: string | undefined): number {
  if (!/^[1-9]\d{0,9}$/.test(written ?? "")) throw new UsageError(`the id of a scenario is missing: ${written ?? ""}`);
  return Number(written);
}

async function open(url: string) {
  const store = await openEventStore(url);
  const readModels = await openReadDatabase(url);
  const scenarios = storedScenarios(store);
  const list = await Projector.open(store, readModels, featuredList);

  async function all(): Promise<
    readonly { readonly id: number; readonly featured: Featured; readonly of: Scenario }[]
  > {
    await list.catchUp();
    const found = await Promise.all(
      (await featuredIds(readModels)).map(async (id) => ({ id, ...(await scenarios.load(id)) })),
    );
    return found.flatMap(({ id, state }) =>
      state.status === "present" && state.featured !== null ? [{ id, featured: state.featured, of: state }] : [],
    );
  }

  async function show(id: number, featured: Featured | null): Promise<void> {
    const cause = { actor: "service:command-line", correlationId: randomUUID() };
    const outcome = await scenarios.handle(id, { type: "FeatureScenario", featured }, cause);
    if (!("refusal" in outcome)) return;
    // An operator may know which numbers there are.
    throw outcome.refusal.reason === "unknown"
      ? new RpcError(status.NOT_FOUND, `No such scenario: ${id}`)
      : toRpcError(id, outcome.refusal);
  }

  return {
    show,
    async add(id: number, { title, "title-nl": titleNl, group = "national", author, place }: Flags): Promise<void> {
      if (title === undefined) throw new UsageError("add: --title is missing");
      if (!GROUPS.includes(group)) throw new UsageError(`--group is "${group}": expected one of ${GROUPS.join(", ")}`);
      const others = (await all()).filter((one) => one.id !== id).map(({ featured }) => featured.ordering);
      const ordering = place === undefined ? Math.max(0, ...others) + 1 : Number(place);
      if (!Number.isSafeInteger(ordering) || ordering < 1)
        throw new UsageError(`--place is "${place}": expected 1 or more`);
      await show(id, { group, ordering, titleEn: title, titleNl: titleNl ?? title, author: author ?? null });
    },
    async lines(): Promise<readonly string[]> {
      return (await all()).map(({ id, featured, of: { area, endYear } }) =>
        [featured.ordering, featured.group, `scenario ${id}`, area, endYear, featured.titleEn].join("  "),
      );
    },
    async close(): Promise<void> {
      await readModels.close();
      await store.close();
    },
  };
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError || error instanceof RangeError) console.error(`${error.message}\n\n${HELP}`);
  else if (error instanceof StoreUnavailableError || error instanceof RpcError) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
