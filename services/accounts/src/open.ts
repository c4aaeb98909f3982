/** Where accounts are kept, and what opens them: the service, the command line, and whoever needs a token of their own. */
import { join, resolve } from "node:path";
import { systemClock } from "@etesian/clock";
import { DATABASE_SCHEMES, isEventStoreDb, openEventStore, openReadDatabase } from "@etesian/event-store";
import { STORE, storeUrl } from "@etesian/event-store/service";
import { addDetails, DATA_DIRECTORY, setting, variableOf } from "@etesian/service-kit";
import { Accounts } from "./accounts.ts";
import { OidcRecords } from "./oidc-records.ts";
import { fileMailer } from "./mail/mailer.ts";
import { SigningKeys } from "./signing-keys.ts";
import { Vault } from "./vault.ts";

export const SETTINGS = {
  data: DATA_DIRECTORY,
  store: STORE,
  keys: addDetails(
    setting.url("keys of people's data; by default beside the store", DATABASE_SCHEMES, null),
    "Who loses them loses all accounts. [Not in the same backup as the events](events.md#people)",
    "`keys.db` in the data directory, or the store when that is PostgreSQL",
  ),
};

export interface Place {
  readonly data: string;
  readonly store: string | null;
  readonly keys: string | null;
}

/** Where they are, as flags say it, else variables, as the service reads them. */
export function placeOf(flags: { readonly [K in keyof Place]?: string | undefined }): Place {
  const said = (name: keyof Place): string | null => flags[name] ?? (process.env[variableOf(name)] || null);
  return { data: said("data") ?? DATA_DIRECTORY.fallback!, store: said("store"), keys: said("keys") };
}

export const MAIL_FROM = "Etesian <etesian@localhost>";
/** Where letters are in a data directory, when no server sends them. */
export const lettersIn = (data: string): string => join(data, "mail");

/** Where events of people are, the keys to what is in them, and the list of those who were erased. */
export function locations(place: Place): { readonly events: string; readonly keys: string; readonly erased: string } {
  const isShared = place.store !== null && !place.store.startsWith("sqlite:") && !isEventStoreDb(place.store);
  return {
    events: storeUrl("accounts.db", place),
    erased: join(resolve(place.data), "erased.jsonl"),
    keys: place.keys ?? (isShared ? place.store : storeUrl("keys.db", { data: place.data, store: null })),
  };
}

/** Opens accounts for a while, beside the service or without it. */
export async function openAccounts(place: Place): Promise<{
  readonly accounts: Accounts;
  /** Sessions, and tokens of programs. */
  readonly records: OidcRecords;
  /** What the OpenID provider signs with. */
  readonly signingKeys: SigningKeys;
  readonly close: () => Promise<void>;
}> {
  const at = locations(place);
  const store = await openEventStore(at.events);
  const keys = await openReadDatabase(at.keys);
  return {
    accounts: new Accounts(store, await Vault.open(keys), fileMailer(lettersIn(place.data), MAIL_FROM)),
    records: new OidcRecords(keys, systemClock),
    signingKeys: new SigningKeys(keys, systemClock),
    close: async () => {
      await keys.close();
      await store.close();
    },
  };
}
