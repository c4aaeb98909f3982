/** The accounts service: its settings, what it needs, how it opens. */
import { randomUUID } from "node:crypto";
import { systemClock } from "@etesian/clock";
import { fateMessage } from "@etesian/contracts/legacy";
import { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { BUS, relayEvents } from "@etesian/event-bus/service";
import { openReadDatabase } from "@etesian/event-store";
import { openServiceStore, startProcess, READ_MODELS, readModelsUrl } from "@etesian/event-store/service";
import { addDetails, type Calls, DATA_DIRECTORY, defineService, RpcError, setting, status } from "@etesian/service-kit";
import { Accounts } from "./accounts.ts";
import { Couplings, type Sharing } from "./couplings.ts";
import { ErasedList } from "./erased-list.ts";
import { Erasure, erasureProcess, type Holdings } from "./erasure.ts";
import { accountsService } from "./handlers.ts";
import { Invitations } from "./invitations.ts";
import { Links } from "./links.ts";
import { fileMailer, smtpMailer } from "./mail/mailer.ts";
import { type HasRole, Outbox } from "./mail/outbox.ts";
import { lettersIn, locations, MAIL_FROM, SETTINGS } from "./open.ts";
import { Credentials } from "./credentials.ts";
import { Issuers } from "./issuers.ts";
import { OidcRecords } from "./oidc-records.ts";
import { Passwords } from "./passwords.ts";
import { SigningKeys } from "./signing-keys.ts";
import { SignIn } from "./sign-in.ts";
import { Tries } from "./tries.ts";
import { Vault } from "./vault.ts";

const SITES = ["https://", "http://"];
const SMTP_SCHEMES = ["smtp://", "smtps://"];
const ACTOR = "service:accounts";

export const accounts = defineService({
  name: "accounts",
  settings: {
    ...SETTINGS,
    readModels: READ_MODELS,
    bus: BUS,
    smtp: addDetails(
      setting.url("server that sends mail; by default letters are files in the data directory", SMTP_SCHEMES, null),
      "`smtp://user:password@host:587`, `smtps:` for TLS from the start. Without one each letter is a file, `ID.eml`, that " +
        "mail programs open",
      "files in `mail/` of the data directory",
    ),
    mailFrom: setting.text("whom letters come from", "ADDRESS", MAIL_FROM),
    oidcIssuer: addDetails(
      setting.url("OpenID issuers besides our own whose tokens are believed, with commas between", SITES, null),
      "As their tokens name them (`iss`). Whoever shows one gets an account at first sight; an e-mail counts when the issuer has " +
        "verified it",
      "none",
    ),
    oidcAudience: setting.text("whom tokens of other issuers have to be for (`aud`)", "TEXT", "etesian"),
  },
  needs: { scenarios: ScenariosServiceDefinition, "saved-scenarios": SavedScenariosServiceDefinition },

  async open(context) {
    const { values, clients, log, onStop } = context;
    const { events, keys, erased } = locations(values);
    const store = await openServiceStore("accounts store", events, context);
    const database = await openReadDatabase(keys);
    onStop("keys", () => database.close());
    const vault = await Vault.open(database);
    const isNew = (await vault.people(0, 1)).length === 0;
    const flags = isDefault(values) ? "" : ` --data ${values.data}`;

    const { smtp, mailFrom } = values;
    const mailer = smtp === null ? fileMailer(lettersIn(values.data), mailFrom) : smtpMailer(smtp, mailFrom);
    const hasRole = roleIn({ scenario: clients.scenarios, "saved scenario": clients["saved-scenarios"] });
    const outbox = new Outbox(database, vault, mailer, hasRole, systemClock, log);
    onStop("mail", () => outbox.close());
    const links = new Links(database, systemClock);
    // Wherever people have roles, those of two who turn out to be one are put together.
    const sharing: { readonly [service: string]: Sharing } = {
      scenarios: (person, into) => clients.scenarios.couplePerson({ person, into }, { actor: ACTOR }),
      "saved-scenarios": (person, into) => clients["saved-scenarios"].couplePerson({ person, into }, { actor: ACTOR }),
    };
    const couplings = await Couplings.open(store, database, sharing, systemClock, log);
    onStop("couplings", () => couplings.close());

    // Letters may lie there from before a server sent them.
    const accounts = new Accounts(store, vault, fileMailer(lettersIn(values.data), mailFrom));
    const scenarios: Holdings = {
      async release(person, { publicScenarios, privateScenarios }, origin) {
        const fates = { public: fateMessage(publicScenarios), private: fateMessage(privateScenarios) };
        return (await clients.scenarios.releasePerson({ person, ...fates }, origin)).more;
      },
    };
    const saved: Holdings = {
      async release(person, { savedScenarios }, origin) {
        const request = { person, fate: fateMessage(savedScenarios) };
        return (await clients["saved-scenarios"].releasePerson(request, { ...origin, actor: ACTOR })).more;
      },
    };
    const erasure = new Erasure(accounts, [scenarios, saved], new ErasedList(erased));
    const readModels = await openReadDatabase(readModelsUrl(events, context.values));
    onStop("accounts read models", () => readModels.close());
    await relayEvents("accounts", { store, database: readModels }, context);
    await startProcess(erasureProcess(erasure), { store, database: readModels }, context);
    const stopping = new AbortController();
    const records = new OidcRecords(database, systemClock);
    const passwords = new Passwords(database);
    const tries = new Tries(database, systemClock);
    const issuers = new Issuers(values.oidcIssuer?.split(",").map((each) => each.trim()) ?? [], values.oidcAudience);
    return {
      rpc: accountsService({
        accounts,
        records,
        passwords,
        signingKeys: new SigningKeys(database, systemClock),
        credentials: new Credentials({ accounts, records, issuers, couplings }),
        invitations: new Invitations({ accounts, links, outbox, couplings, tries }),
        signIn: new SignIn({ accounts, passwords, links, outbox, tries, records, clock: systemClock }),
      }),
      started: () => {
        outbox.start();
        couplings.start();
        const repeated = erasure
          .repeat({ actor: ACTOR, correlationId: randomUUID() }, stopping.signal)
          .catch((error: unknown) => {
            if (!stopping.signal.aborted) log.error({ err: error }, "who was erased could not be erased again");
          });
        onStop("erasing again", async () => {
          stopping.abort();
          await repeated;
        });
      },
      notes: (url) => {
        const mail = smtp === null ? ` (letters are files in ${lettersIn(values.data)})` : "";
        const page = url.startsWith("http") ? `, or at ${url}/sign-in${mail}` : "";
        return isNew
          ? [["people", `nobody yet; open the first account: npm run accounts -- create EMAIL${flags}${page}`]]
          : [];
      },
    };
  },
});

/** By kind, where people have roles. */
interface Shares {
  readonly [kind: string]: Pick<Calls<ScenariosServiceDefinition>, "listRoles">;
}

/** Asks whoever keeps it. */
const roleIn =
  (shares: Shares): HasRole =>
  async (person, { kind, number }) => {
    try {
      const everybody = await shares[kind]?.listRoles({ id: number }, { actor: ACTOR, scopes: null, admin: true });
      return everybody?.members.some((member) => member.person === person) ?? false;
    } catch (error) {
      // Gone, in the trash for good, and the like.
      if (error instanceof RpcError && error.code === status.NOT_FOUND) return false;
      throw error;
    }
  };

const isDefault = ({ data }: { readonly data: string }): boolean => data === DATA_DIRECTORY.fallback;
