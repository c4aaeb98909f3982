/** Opens the account stores for the service, the command line, and programs that create tokens. */
import { join, resolve } from "node:path";
import { systemClock } from "@etesian/clock";
import {
  DATABASE_SCHEMES,
  type EventStore,
  eventsUrl,
  holdsOnlyEvents,
  keysUrl,
  openEventStore,
  openReadDatabase,
} from "@etesian/event-store";
import { continueSequences, joinServiceStores, STORE } from "@etesian/event-store/service";
import { addDetails, DATA_DIRECTORY, setting, variableOf } from "@etesian/service-kit";
import { Accounts } from "./people/accounts.ts";
import { KnownPeople } from "./people/known-people.ts";
import { OidcRecords } from "./sign-in/oidc-records.ts";
import { fileMailer } from "./mail/mailer.ts";
import { SigningKeys } from "./sign-in/signing-keys.ts";
import { PERSON_SEQUENCE, Vault } from "./people/vault.ts";

export const SETTINGS = {
  data: DATA_DIRECTORY,
  store: STORE,
  keys: addDetails(
    setting.url("encryption keys for personal data; by default next to the store", DATABASE_SCHEMES, null),
    "Losing them loses all accounts. [Back them up separately from the events](../events.md#people)",
    "`keys.db` in the data directory, or the store when that is PostgreSQL",
  ),
};

export interface AccountStores {
  readonly data: string;
  readonly store: string | null;
  readonly keys: string | null;
}

/** Locations of the stores: from flags, otherwise from environment variables, otherwise the service's defaults. */
export function accountStoresOf(flags: { readonly [K in keyof AccountStores]?: string | undefined }): AccountStores {
  const settingOf = (name: keyof AccountStores): string | null =>
    flags[name] ?? (process.env[variableOf(name)] || null);
  return { data: settingOf("data") ?? DATA_DIRECTORY.fallback!, store: settingOf("store"), keys: settingOf("keys") };
}

export const MAIL_FROM = "Etesian <etesian@localhost>";
/** Directory, in a data directory, to which emails are written if no mail server is configured. */
export const mailDirectory = (data: string): string => join(data, "mail");

/** Path of the list of erased people in a data directory. */
export const erasedListPath = (data: string): string => join(resolve(data), "erased.jsonl");

/**
 * Ensures that new ids follow all ids in the events. If read models have a separate store, the service has already done
 * so.
 */
async function reservePersonIds(store: EventStore, stores: AccountStores): Promise<void> {
  const url = eventsUrl(stores);
  if (holdsOnlyEvents(url)) return;
  const readModels = await openReadDatabase(url);
  await KnownPeople.open(store, readModels);
  await readModels.close();
}

/** Opens accounts temporarily, whether or not the service is running. */
export async function openAccounts(stores: AccountStores): Promise<{
  readonly accounts: Accounts;
  /** Sessions, and tokens of OpenID clients. */
  readonly records: OidcRecords;
  /** Signing keys of the OpenID provider. */
  readonly signingKeys: SigningKeys;
  readonly close: () => Promise<void>;
}> {
  const deployment = await joinServiceStores(["events", "keys"], stores);
  const store = await openEventStore(eventsUrl(stores));
  const keys = await openReadDatabase(keysUrl(stores));
  await reservePersonIds(store, stores);
  await continueSequences([PERSON_SEQUENCE], keys, deployment, null);
  return {
    accounts: new Accounts(store, await Vault.open(keys), fileMailer(mailDirectory(stores.data), MAIL_FROM)),
    records: new OidcRecords(keys, systemClock),
    signingKeys: new SigningKeys(keys, systemClock),
    close: async () => {
      await keys.close();
      await store.close();
      await deployment.recordHeads();
    },
  };
}
