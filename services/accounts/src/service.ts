/** Definition of the accounts service: settings, dependencies and start. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { commandOf } from "@etesian/service-kit/commands";
import { systemClock } from "@etesian/clock";
import { dispositionMessage } from "@etesian/contracts/legacy";
import { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { SweepsServiceDefinition } from "@etesian/contracts/sweeps";
import { keysUrl } from "@etesian/event-store";
import {
  continueSequences,
  openServiceReadDatabase,
  openStores,
  READ_MODELS,
  startProcess,
} from "@etesian/event-store/service";
import {
  addDetails,
  type Calls,
  DATA_DIRECTORY,
  defineService,
  type MetricDefinition,
  RpcError,
  sampledGauge,
  setting,
  status,
} from "@etesian/service-kit";
import { Accounts } from "./people/accounts.ts";
import { Couplings, type MergeRoles } from "./people/couplings.ts";
import { ErasedList } from "./people/erased-list.ts";
import { Erasure, erasureProcess, type DataHolder } from "./people/erasure.ts";
import { accountsService } from "./handlers.ts";
import { Invitations } from "./sign-in/invitations.ts";
import { Links } from "./mail/links.ts";
import { Mentions } from "./mail/mentions.ts";
import { fileMailer, smtpMailer } from "./mail/mailer.ts";
import { type HasRole, Outbox } from "./mail/outbox.ts";
import { erasedListPath, mailDirectory, MAIL_FROM, SETTINGS } from "./open.ts";
import { Credentials } from "./sign-in/credentials.ts";
import { KnownPeople } from "./people/known-people.ts";
import { checkKeys } from "./people/lost-keys.ts";
import { Issuers } from "./sign-in/issuers.ts";
import { OidcRecords } from "./sign-in/oidc-records.ts";
import { NewEmail } from "./sign-in/new-email.ts";
import { Passwords } from "./sign-in/passwords.ts";
import { SigningKeys } from "./sign-in/signing-keys.ts";
import { SignIn } from "./sign-in/sign-in.ts";
import { AttemptLimiter } from "./sign-in/attempt-limiter.ts";
import { PERSON_SEQUENCE, Vault } from "./people/vault.ts";

const SITES = ["https://", "http://"];
const SMTP_SCHEMES = ["smtp://", "smtps://"];
const ACTOR = "service:accounts";
/** Interval at which the list of known people reads new events, which keeps the next start fast. */
const CATCH_UP_INTERVAL_MS = 60_000;

const OLDEST_EMAIL: MetricDefinition = {
  type: "gauge",
  name: "mail_oldest_waiting_seconds",
  help: "Age of the oldest unsent email; 0 if there is none",
  labels: {},
  services: "accounts",
};
export const MAIL_METRICS = [OLDEST_EMAIL];

export const accounts = defineService({
  name: "accounts",
  settings: {
    ...SETTINGS,
    readModels: READ_MODELS,
    withoutKeys: addDetails(
      setting.toggle("start even if accounts have no key; these accounts are lost"),
      "Needed once, because it records these accounts as lost",
    ),
    smtp: addDetails(
      setting.url(
        "server that sends mail; by default emails are written to files in the data directory",
        SMTP_SCHEMES,
        null,
      ),
      "`smtp://user:password@host:587`, or `smtps:` for TLS from the start. Without a server each email is a file, " +
        "`ID.eml`, that mail programs open",
      "files in `mail/` of the data directory",
    ),
    mailFrom: setting.text("sender address of outgoing emails", "ADDRESS", MAIL_FROM),
    oidcIssuer: addDetails(
      setting.url("other OpenID issuers whose tokens are accepted, separated by commas", SITES, null),
      "Each is written as in the `iss` claim of its tokens. The first use of a token creates an account. An email is used only if the issuer has " +
        "verified it",
      "none",
    ),
    oidcAudience: setting.text("required audience (`aud`) of tokens from other issuers", "TEXT", "etesian"),
  },
  needs: {
    scenarios: ScenariosServiceDefinition,
    "saved-scenarios": SavedScenariosServiceDefinition,
    sweeps: SweepsServiceDefinition,
  },

  async open(context) {
    const { values, clients, log, metrics, onStop } = context;
    const names = { store: "accounts store", readModels: "accounts read models" };
    const stores = await openStores(names, values, context, ["keys"]);
    const { store, readModels, deployment } = stores;
    const database = await openServiceReadDatabase("keys", keysUrl(values), context);
    const vault = await Vault.open(database);
    const people = await KnownPeople.open(store, readModels);
    await continueSequences([PERSON_SEQUENCE], database, deployment, log);
    const erasedList = new ErasedList(erasedListPath(values.data), database);
    const erasedIds = new Set((await erasedList.all()).map(({ person }) => person));
    if (erasedIds.size > 0) await vault.reserve(Math.max(...erasedIds));
    const lostIds = await checkKeys(vault, { accountIds: await people.accountIds(), erasedIds }, values.withoutKeys);
    if (lostIds.length > 0) log.warn({ people: lostIds }, "accounts without a key recorded as lost (--without-keys)");
    const catchUpTimer = setInterval(() => void people.catchUp().catch(() => {}), CATCH_UP_INTERVAL_MS).unref();
    onStop("known people", () => clearInterval(catchUpTimer));
    const hasNoAccounts = (await vault.people(0, 1)).length === 0;
    const flags = isDefault(values) ? "" : ` --data ${values.data}`;

    const { smtp, mailFrom } = values;
    // The log must not name the recipient; the file does.
    const logFile = (file: string): void => log.info({ file }, "email written to a file");
    const mailer =
      smtp === null ? fileMailer(mailDirectory(values.data), mailFrom, logFile) : smtpMailer(smtp, mailFrom);
    const hasRole = createHasRole({ scenario: clients.scenarios, "saved scenario": clients["saved-scenarios"] });
    const outbox = new Outbox(database, vault, mailer, hasRole, systemClock, log);
    onStop("mail", () => outbox.close());
    sampledGauge(metrics, OLDEST_EMAIL).add({}, () => outbox.oldestAge());
    const links = new Links(database, systemClock);
    // Every service with roles merges the roles of coupled people.
    const roleServices: { readonly [service: string]: MergeRoles } = {
      scenarios: (person, into) => clients.scenarios.couplePerson({ person, into }, { actor: ACTOR }),
      "saved-scenarios": (person, into) => clients["saved-scenarios"].couplePerson({ person, into }, { actor: ACTOR }),
    };
    const couplings = await Couplings.open(store, database, roleServices, systemClock, log);
    onStop("couplings", () => couplings.close());

    // Files may remain from before a mail server was configured.
    const accounts = new Accounts(store, vault, fileMailer(mailDirectory(values.data), mailFrom));
    const scenarioHolder: DataHolder = {
      async release(person, { publicScenarios, privateScenarios }, origin) {
        const dispositions = {
          public: dispositionMessage(publicScenarios),
          private: dispositionMessage(privateScenarios),
        };
        return (await clients.scenarios.releasePerson({ person, ...dispositions }, origin)).more;
      },
    };
    const savedScenarioHolder: DataHolder = {
      async release(person, { savedScenarios }, origin) {
        const request = { person, disposition: dispositionMessage(savedScenarios) };
        return (await clients["saved-scenarios"].releasePerson(request, { ...origin, actor: ACTOR })).more;
      },
    };
    const sweepHolder: DataHolder = {
      async release(person, _, origin) {
        return (await clients.sweeps.releasePerson({ person }, { ...origin, actor: ACTOR })).more;
      },
    };
    const erasure = new Erasure(accounts, [scenarioHolder, savedScenarioHolder, sweepHolder], erasedList);
    await startProcess(erasureProcess(erasure), { store, database: readModels }, context);
    const abort = new AbortController();
    const records = new OidcRecords(database, systemClock);
    const passwords = new Passwords(database);
    const attempts = new AttemptLimiter(database, systemClock);
    const issuers = new Issuers(values.oidcIssuer?.split(",").map((url) => url.trim()) ?? [], values.oidcAudience);
    return {
      rpc: accountsService({
        accounts,
        records,
        passwords,
        attempts,
        vault,
        mailDirectory: smtp === null ? resolve(mailDirectory(values.data)) : null,
        signingKeys: new SigningKeys(database, systemClock),
        credentials: new Credentials({ accounts, records, issuers, couplings }),
        newEmail: new NewEmail({ accounts, links, outbox, couplings, attempts, vault }),
        invitations: new Invitations({ accounts, links, outbox, couplings, attempts }),
        mentions: new Mentions({ accounts, outbox, attempts }),
        signIn: new SignIn({ accounts, passwords, links, outbox, attempts, records, clock: systemClock }),
      }),
      onStarted: () => {
        outbox.start();
        couplings.start();
        const repeatedErasures = erasure
          .repeat({ actor: ACTOR, correlationId: randomUUID() }, abort.signal)
          .catch((error: unknown) => {
            if (!abort.signal.aborted) log.error({ err: error }, "could not repeat the erasures");
          });
        onStop("erasing again", async () => {
          abort.abort();
          await repeatedErasures;
        });
      },
      notes: (url) => {
        const page = url.startsWith("http") ? `, or at ${url}/sign-in` : "";
        const createCommand = `${commandOf("accounts")} create EMAIL${flags}${page}`;
        return [
          ...(smtp === null ? [["mail", `files in ${resolve(mailDirectory(values.data))}`] as const] : []),
          ...(hasNoAccounts ? [["people", `no accounts yet; create the first: ${createCommand}`] as const] : []),
        ];
      },
    };
  },
});

/** The services that store resources in which people have roles, by kind of resource. */
interface RoleServices {
  readonly [kind: string]: Pick<Calls<ScenariosServiceDefinition>, "listRoles">;
}

/** Checks a person's role with the service that owns the resource. */
const createHasRole =
  (services: RoleServices): HasRole =>
  async (person, { kind, number }) => {
    try {
      const roles = await services[kind]?.listRoles(
        { id: number, toChange: false },
        { actor: ACTOR, scopes: null, admin: true },
      );
      return roles?.members.some((member) => member.person === person) ?? false;
    } catch (error) {
      // The resource was deleted or cannot be seen.
      if (error instanceof RpcError && error.code === status.NOT_FOUND) return false;
      throw error;
    }
  };

const isDefault = ({ data }: { readonly data: string }): boolean => data === DATA_DIRECTORY.fallback;
