/** `npm run audit -- scenario | saved-scenario | collection N`: changes with author and time. */
import { parseArgs } from "node:util";
import { commandOf } from "@etesian/service-kit/commands";
import { openAccounts, accountStoresOf } from "@etesian/accounts";
import { openEventStore, StoreUnavailableError } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { AUDITED, auditOf } from "./audit.ts";

const HELP = `Usage: ${commandOf("audit")} scenario|saved-scenario|collection N [--json] [--data DIR] [--store URL] [--keys URL]

Prints one line per action: time, version, author and event. Admins' access to private resources is included. Erased people
appear as numbers. --json prints one object per line.

The store is located as for npm start: --store or ETESIAN_STORE, else files in --data or ETESIAN_DATA or .etesian.
Etesian may be running.
`;

async function run(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const on = { type: "boolean" } as const;
  const options = { data: text, store: text, keys: text, json: on, help: on };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [kind, written, ...more] = positionals;
  const audited = kind !== undefined && Object.hasOwn(AUDITED, kind) ? AUDITED[kind as keyof typeof AUDITED] : null;
  const isNumber = written !== undefined && /^[1-9]\d{0,9}$/.test(written);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (audited === null || !isNumber || more.length > 0) {
    console.error(`expected scenario, saved-scenario or collection, and its id\n\n${HELP}`);
    return 2;
  }
  const place = accountStoresOf(values);
  const store = await openEventStore(storeUrl(audited.file, place));
  const { accounts, close } = await openAccounts(place);
  try {
    const entries = await auditOf(audited.streamsOf(Number(written)), { store, accounts });
    for (const entry of entries) {
      const { time, version, who, type, data } = entry;
      const description = Object.keys(data).length === 0 ? type : `${type} ${JSON.stringify(data)}`;
      console.log(values.json ? JSON.stringify(entry) : [time, version ?? "-", who, description].join("  "));
    }
    if (entries.length > 0) return 0;
    console.error(`${kind} ${written} never existed`);
    return 1;
  } finally {
    await close();
    await store.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error;
  if (!isUsage && !(error instanceof StoreUnavailableError)) throw error;
  console.error(isUsage ? `${error.message}\n\n${HELP}` : error.message);
  process.exitCode = isUsage ? 2 : 1;
}
