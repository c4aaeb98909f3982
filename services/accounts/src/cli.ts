/** `npm run accounts -- create | token | revoke | list | admin | erase | keys`: accounts, for operators. */
import { setTimeout as sleep } from "node:timers/promises";
import { ACCOUNTS } from "@etesian/contracts/limits";
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { type Disposition, DISPOSITIONS_BY_KIND, type OwnedKind } from "@etesian/contracts/legacy";
import { type Scope, SCOPES } from "@etesian/contracts/rights";
import { type Account, AccountError, type Accounts, operatorCause, LegacyError } from "./people/accounts.ts";
import { openAccounts, accountStoresOf } from "./open.ts";
import { ConcurrentRotationError } from "./sign-in/signing-keys.ts";

const HELP = `Usage: ${commandOf("accounts")} COMMAND [--data DIR] [--store URL] [--keys URL]

  create EMAIL [--name NAME] [--private]   creates an account; --private: its new scenarios are private by default
  token EMAIL [--scopes read,write,delete] [--days N] [--label TEXT]
                                           creates a token and shows it once; default: read,write for 30 days (0: no expiry)
  revoke EMAIL KEY|all                     revokes one token, or all tokens of an account
  list [--json]                            lists accounts and their tokens
  admin EMAIL [--off]                      grants admin access to all scenarios, or revokes it
  erase EMAIL --yes [--wait SECONDS]       erases a person permanently, with or without an account. A running Etesian
                                           does this within seconds; the command waits up to 20 s by default
        [--public-scenarios leave|delete|HEIR] [--private-scenarios delete|HEIR] [--saved-scenarios delete|HEIR]
                                           disposition of resources without another owner; the first is the default.
                                           leave: they become unowned. HEIR: email of the account that receives them
  keys                                     lists the OpenID provider's signing keys, and how long each is published
  keys rotate [--at-once]                  creates a signing key. It signs after 15 minutes, and the old key stays
                                           published for a day after that. --at-once, for a stolen key: the new key
                                           signs immediately, and all others become invalid

The store is located as for npm start: --store or ETESIAN_STORE, else files in --data or ETESIAN_DATA or .etesian.
Etesian may be running.
`;

/** Errors that are printed without a stack trace. */
const EXPECTED_ERRORS = [AccountError, LegacyError, ConcurrentRotationError];

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const OPTIONS = {
  data: text,
  store: text,
  keys: text,
  name: text,
  private: flag,
  scopes: text,
  days: text,
  label: text,
  off: flag,
  yes: flag,
  wait: text,
  json: flag,
  "at-once": flag,
  "public-scenarios": text,
  "private-scenarios": text,
  "saved-scenarios": text,
} as const;
type AccountFlags = Flags<typeof OPTIONS>;

const DAY_MS = 86_400_000;
const DEFAULT_SCOPES = "read,write";
const DEFAULT_DAYS = "30";
/** Time to wait for an erasure, in seconds. */
const DEFAULT_WAIT = "20";
const POLL_INTERVAL_MS = 200;

async function run(values: AccountFlags, positionals: readonly string[]): Promise<number> {
  const [command, email, key, ...extraArguments] = positionals;
  if (command === undefined) throw new UsageError("expected a command");
  if (!Object.hasOwn(COMMANDS, command)) throw new UsageError(`unknown command "${command}"`);
  if (extraArguments.length > 0) throw new UsageError(`unexpected: ${extraArguments.join(" ")}`);
  const context = await openAccounts(accountStoresOf(values));
  try {
    await COMMANDS[command as keyof typeof COMMANDS](context, values, email, key);
    return 0;
  } finally {
    await context.close();
  }
}

type CommandContext = Awaited<ReturnType<typeof openAccounts>>;
type Command = (
  context: CommandContext,
  flags: AccountFlags,
  email: string | undefined,
  key: string | undefined,
) => Promise<void>;

const COMMANDS = {
  async create({ accounts }, { name, private: isPrivate = false }, email) {
    const id = await accounts.create({ email: requireEmail(email), name: name ?? null }, isPrivate, operatorCause());
    console.log(`account ${id} of ${email}; create a token with: ${commandOf("accounts")} token ${email}`);
  },

  async token({ accounts }, { scopes = DEFAULT_SCOPES, days = DEFAULT_DAYS, label = "" }, email) {
    const account = await accounts.getByEmail(requireEmail(email));
    const expiresAt = expiryAfter(days);
    // Printed alone on standard output, so that scripts can capture it.
    console.log(await accounts.issueToken(account, label, scopesOf(scopes), expiresAt, operatorCause()));
    console.error(
      `It will not be shown again; it ${expiresAt === null ? "does not expire" : `expires at ${expiresAt}`}.`,
    );
  },

  async revoke({ accounts }, _flags, email, key) {
    const account = await accounts.getByEmail(requireEmail(email));
    if (key === undefined) throw new UsageError("revoke: expected a token's key (see list), or all");
    const keys = key === "all" ? account.tokens.map((token) => token.key) : [key];
    for (const key of keys) await accounts.revokeToken(account, key, operatorCause());
    console.log(`${keys.length} revoked`);
  },

  async list({ accounts }, { json = false }) {
    if (json) {
      const list: object[] = [];
      for await (const account of accounts.all()) list.push("unreadable" in account ? account : accountFields(account));
      console.log(JSON.stringify(list, null, 2));
      return;
    }
    for await (const account of accounts.all()) {
      console.log(
        "unreadable" in account ? `${account.id}  cannot be decrypted: its key differs` : linesOf(account).join("\n"),
      );
    }
  },

  async admin({ accounts }, { off = false }, email) {
    await accounts.setAdmin(await accounts.getByEmail(requireEmail(email)), !off, operatorCause());
    console.log(`${email} is ${off ? "no longer" : "now"} an admin`);
  },

  async erase({ accounts }, flags, email) {
    const id = await accounts.findForOperator(requireEmail(email));
    if (id === null) throw new AccountError("no_account", requireEmail(email));
    if (flags.yes !== true) throw new UsageError(`erase: cannot be undone; add --yes to erase person ${id}`);
    const legacy = {
      publicScenarios: await dispositionFor(accounts, "publicScenarios", flags["public-scenarios"]),
      privateScenarios: await dispositionFor(accounts, "privateScenarios", flags["private-scenarios"]),
      savedScenarios: await dispositionFor(accounts, "savedScenarios", flags["saved-scenarios"]),
    };
    await accounts.startErasure(id, legacy, operatorCause());
    console.log(`erasing person ${id} and their resources …`);
    const deadline = performance.now() + Number(flags.wait ?? DEFAULT_WAIT) * 1_000;
    while (!(await accounts.isErased(id))) {
      if (!(performance.now() < deadline)) {
        console.log("the erasure continues while Etesian runs, or at its next start");
        return;
      }
      await sleep(POLL_INTERVAL_MS);
    }
    console.log("no data identifies this person any longer");
  },

  async keys({ signingKeys }, flags, action) {
    if (action !== undefined && action !== "rotate")
      throw new UsageError(`keys: unknown command "${action}", expected rotate`);
    const isImmediate = flags["at-once"] === true;
    if (action === "rotate") await signingKeys.rotate({ isImmediate });
    for (const { id, signsFrom, state, publishedUntil } of await signingKeys.list()) {
      const facts = [
        signsFrom === "" ? "the first" : `signs from ${signsFrom}`,
        publishedUntil === null ? null : `until ${publishedUntil}`,
      ];
      console.log([id, state.padEnd(7), ...facts.filter((fact) => fact !== null)].join("  "));
    }
    if (isImmediate)
      console.log("restart the gateways: each keeps signing with its cached keys for up to five minutes");
  },
} as const satisfies { readonly [name: string]: Command };

/** The disposition selected by a flag such as `--public-scenarios`; by default the first allowed one. */
async function dispositionFor(accounts: Accounts, kind: OwnedKind, text: string | undefined): Promise<Disposition> {
  const allowedChoices = DISPOSITIONS_BY_KIND[kind];
  const choice =
    text === undefined
      ? allowedChoices[0]
      : allowedChoices.find((disposition) => disposition === text && disposition !== "hand_over");
  if (choice !== undefined) return { choice, to: null };
  return { choice: "hand_over", to: (await accounts.getByEmail(text!)).id };
}

function requireEmail(email: string | undefined): string {
  if (email === undefined) throw new UsageError("missing email address");
  return email;
}

function scopesOf(text: string): readonly Scope[] {
  return text.split(",").map((name) => {
    const scope = SCOPES.find((scope) => scope === name.trim() || scope === `scenarios:${name.trim()}`);
    if (scope === undefined) throw new UsageError(`--scopes has "${name}": expected read, write or delete`);
    return scope;
  });
}

function expiryAfter(text: string): string | null {
  const days = Number(text);
  if (!/^\d{1,5}$/.test(text) || days > ACCOUNTS.tokenDays) {
    throw new UsageError(`--days is "${text}": expected a whole number from 0 to ${ACCOUNTS.tokenDays}`);
  }
  return days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

/** Fields of an account in the JSON list, without credentials. */
function accountFields({ id, email, name, admin, privateScenarios, tokens }: Account): object {
  return {
    id,
    email,
    name,
    admin,
    private_scenarios: privateScenarios,
    tokens: tokens.map(({ key, scopes, label, expiresAt, usedAt }) => {
      return { key, scopes, label, expires_at: expiresAt, used_at: usedAt };
    }),
  };
}

function linesOf({ id, email, name, admin, privateScenarios, tokens }: Account): readonly string[] {
  const labels = [name, admin ? "admin" : null, privateScenarios ? "private by default" : null];
  return [
    [`${id}  ${email}`, ...labels.filter((mark) => mark !== null && mark !== "")].join("  "),
    ...tokens.map(({ key, scopes, label, expiresAt, usedAt }) => {
      const names = scopes.map((scope) => scope.replace("scenarios:", "")).join(",");
      const facts = [`expires ${expiresAt ?? "never"}`, `used ${usedAt ?? "never"}`, label].filter(Boolean);
      return `   token ${key}  ${[names, ...facts].join("  ")}`;
    }),
  ];
}

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS, knownErrors: EXPECTED_ERRORS }, run);
