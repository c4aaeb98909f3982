/** `npm run featured -- add | remove | list`: presets, for operators. */
import { commandOf } from "@etesian/service-kit/commands";
import { storeUrl } from "@etesian/event-store/service";
import { DATA_DIRECTORY, RpcError } from "@etesian/service-kit";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { openPresets, type Preset, type Presets } from "./presets.ts";

const GROUPS = ["national", "northern_ireland", "regional", "municipal"];

const HELP = `Usage: ${commandOf("featured")} COMMAND [--data DIR] [--store URL]

  add ID --title TEXT [--title-nl TEXT] [--description TEXT] [--description-nl TEXT]
         [--group GROUP] [--author NAME] [--place N]
                 makes a scenario a preset, or changes a preset; without --place, a new preset is the last
                 GROUP is one of ${GROUPS.join(", ")}; default: national
  remove ID      makes a preset an ordinary scenario again
  list           lists presets in order

A private scenario cannot be a preset. The store is located as for npm start: --store or ETESIAN_STORE, else files in --data
or ETESIAN_DATA or .etesian. Etesian may be running.
`;

const text = { type: "string" } as const;
const OPTIONS = {
  data: text,
  store: text,
  title: text,
  "title-nl": text,
  description: text,
  "description-nl": text,
  group: text,
  author: text,
  place: text,
} as const;

async function run(values: Flags<typeof OPTIONS>, positionals: readonly string[]): Promise<number> {
  const [command, text, ...extraArguments] = positionals;
  if (command === undefined) throw new UsageError("expected a command");
  if (extraArguments.length > 0) throw new UsageError(`unexpected: ${extraArguments.join(" ")}`);
  const { data = process.env["ETESIAN_DATA"] || DATA_DIRECTORY.fallback!, store } = values;
  const presets = await openPresets(await storeUrl({ data, store: store ?? (process.env["ETESIAN_STORE"] || null) }));
  try {
    switch (command) {
      case "add":
        await add(presets, parseId(text), values);
        break;
      case "remove":
        await presets.setPresentation(parseId(text), null);
        break;
      case "list":
        break;
      default:
        throw new UsageError(`unknown command "${command}"`);
    }
    for (const preset of await presets.list()) console.log(lineOf(preset));
    return 0;
  } finally {
    await presets.close();
  }
}

function parseId(text: string | undefined): number {
  if (!/^[1-9]\d{0,9}$/.test(text ?? "")) throw new UsageError(`missing or invalid scenario id: ${text ?? ""}`);
  return Number(text);
}

async function add(
  presets: Presets,
  id: number,
  {
    title,
    "title-nl": titleNl,
    description,
    "description-nl": descriptionNl,
    group = "national",
    author,
    place,
  }: Flags<typeof OPTIONS>,
): Promise<void> {
  if (title === undefined) throw new UsageError("add: --title is missing");
  if (!GROUPS.includes(group)) throw new UsageError(`--group is "${group}": expected one of ${GROUPS.join(", ")}`);
  const otherPositions = (await presets.list())
    .filter((preset) => preset.id !== id)
    .map(({ featured }) => featured.ordering);
  const ordering = place === undefined ? Math.max(0, ...otherPositions) + 1 : Number(place);
  if (!Number.isSafeInteger(ordering) || ordering < 1)
    throw new UsageError(`--place is "${place}": expected 1 or more`);
  await presets.setPresentation(id, {
    group,
    ordering,
    titleEn: title,
    titleNl: titleNl ?? title,
    descriptionEn: description ?? null,
    descriptionNl: descriptionNl ?? description ?? null,
    author: author ?? null,
  });
}

const lineOf = ({ id, featured, scenario: { area, endYear } }: Preset): string =>
  [featured.ordering, featured.group, `scenario ${id}`, area, endYear, featured.titleEn].join("  ");

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS, knownErrors: [RpcError] }, run);
