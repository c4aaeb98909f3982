/** `npm run audit -- scenario | saved-scenario | collection N`: changes with author and time. */
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { openAccounts, accountStoresOf } from "@etesian/accounts";
import { openEventStore } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { AUDITED_KINDS, auditOf } from "./audit.ts";

const HELP = `Usage: ${commandOf("audit")} scenario|saved-scenario|collection N [--json] [--data DIR] [--store URL] [--keys URL]

Prints one line per action: time, version, author and event. Admins' access to private resources is included. Erased people
appear as numbers. --json prints one object per line.

The store is located as for npm start: --store or ETESIAN_STORE, else files in --data or ETESIAN_DATA or .etesian.
Etesian may be running.
`;

const text = { type: "string" } as const;
const OPTIONS = { data: text, store: text, keys: text, json: { type: "boolean" } } as const;

async function run(
  values: Flags<typeof OPTIONS>,
  [kind, id = "", ...extraArguments]: readonly string[],
): Promise<number> {
  const auditedKind =
    kind !== undefined && Object.hasOwn(AUDITED_KINDS, kind) ? AUDITED_KINDS[kind as keyof typeof AUDITED_KINDS] : null;
  if (auditedKind === null || !/^[1-9]\d{0,9}$/.test(id) || extraArguments.length > 0)
    throw new UsageError("expected scenario, saved-scenario or collection, and its id");
  const stores = accountStoresOf(values);
  const store = await openEventStore(await storeUrl(stores));
  const { accounts, close } = await openAccounts(stores);
  try {
    const entries = await auditOf(auditedKind.streamsOf(Number(id)), { store, accounts });
    for (const entry of entries) {
      const { time, version, who, type, data } = entry;
      const description = Object.keys(data).length === 0 ? type : `${type} ${JSON.stringify(data)}`;
      console.log(values.json ? JSON.stringify(entry) : [time, version ?? "-", who, description].join("  "));
    }
    if (entries.length > 0) return 0;
    console.error(`${kind} ${id} never existed`);
    return 1;
  } finally {
    await close();
    await store.close();
  }
}

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS }, run);
