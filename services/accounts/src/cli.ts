/** `npm run accounts -- create | token | revoke | list | admin | erase | keys`: accounts, for operators. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { commandOf } from "@etesian/service-kit/commands";
import { type Disposition, DISPOSITIONS_BY_KIND, type OwnedKind } from "@etesian/contracts/legacy";
import { type Scope, SCOPES } from "@etesian/contracts/rights";
import { SchemaTooNewError, StoreUnavailableError } from "@etesian/event-store";
import { type Account, AccountError, type Accounts, atCommandLine, LegacyError } from "./people/accounts.ts";
import { openAccounts, placeOf } from "./open.ts";
import { RotatedElsewhereError } from "./sign-in/signing-keys.ts";

const HELP = `Usage: ${commandOf("accounts")} COMMAND [--data DIR] [--store URL] [--keys URL]

  create EMAIL [--name NAME] [--private]   opens an account; --private: new scenarios of this person are private
  token EMAIL [--scopes read,write,delete] [--days N] [--label TEXT]
                                           makes a token and shows it, once; by default read,write for 30 days (0: for ever)
  revoke EMAIL KEY|all                     ends a token, or all of a person's
  list [--json]                            accounts and their tokens
  admin EMAIL [--off]                      gives a person access to all scenarios, or removes it
  erase EMAIL --yes [--wait SECONDS]       erases a person permanently, with or without an account; a running
                                           Etesian does it within seconds; this waits for it, 20 s by default
        [--public-scenarios leave|delete|HEIR] [--private-scenarios delete|HEIR] [--saved-scenarios delete|HEIR]
                                           what happens to those without another owner; the first by default.
                                           leave: they become unowned. HEIR: the e-mail of the account they go to
  keys                                     signing keys of the OpenID provider, and until when each is published
  keys rotate [--at-once]                  creates a new key: it signs in a quarter of an hour, and the old one is published for
                                           a day after. --at-once, when it was stolen: signs from now on, and no other is valid

The store is found as by npm start: --store or ETESIAN_STORE, else files in --data or ETESIAN_DATA or .etesian.
Etesian may run meanwhile.
`;

/** A mistake in how it was called. */
class UsageError extends Error {}

/** Errors whose message is all there is to say. */
const KNOWN = [AccountError, LegacyError, RotatedElsewhereError, SchemaTooNewError, StoreUnavailableError];

type Flags = ReturnType<typeof parse>["values"];

const DAY_MS = 86_400_000;
const DEFAULT_SCOPES = "read,write";
const DEFAULT_DAYS = "30";
const MAX_DAYS = 36_500;
/** How long an erasure is waited for, in seconds. */
const DEFAULT_WAIT = "20";
const LOOK_AGAIN_MS = 200;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, email, key, ...more] = positionals;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (command === undefined) throw new UsageError("expected a command");
  if (!Object.hasOwn(COMMANDS, command)) throw new UsageError(`unknown command "${command}"`);
  if (more.length > 0) throw new UsageError(`unexpected: ${more.join(" ")}`);
  const opened = await openAccounts(placeOf(values));
  try {
    await COMMANDS[command as keyof typeof COMMANDS](opened, values, email, key);
    return 0;
  } finally {
    await opened.close();
  }
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const on = { type: "boolean" } as const;
  const options = {
    data: text,
    store: text,
    keys: text,
    help: { ...on, short: "h" },
    name: text,
    private: on,
    scopes: text,
    days: text,
    label: text,
    off: on,
    yes: on,
    wait: text,
    json: on,
    "at-once": on,
    "public-scenarios": text,
    "private-scenarios": text,
    "saved-scenarios": text,
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Opened = Awaited<ReturnType<typeof openAccounts>>;
type Command = (opened: Opened, flags: Flags, email: string | undefined, key: string | undefined) => Promise<void>;

const COMMANDS = {
  async create({ accounts }, { name, private: isPrivate = false }, email) {
    const id = await accounts.create({ email: given(email), name: name ?? null }, isPrivate, atCommandLine());
    console.log(`account ${id} of ${email}; make a token with: ${commandOf("accounts")} token ${email}`);
  },

  async token({ accounts }, { scopes = DEFAULT_SCOPES, days = DEFAULT_DAYS, label = "" }, email) {
    const account = await accounts.byEmail(given(email));
    const expiresAt = expiryAfter(days);
    // Alone on its line and on standard output, so that a script can keep it.
    console.log(await accounts.issueToken(account, label, scopesOf(scopes), expiresAt, atCommandLine()));
    console.error(`It is not shown again; it ${expiresAt === null ? "does not expire" : `expires at ${expiresAt}`}.`);
  },

  async revoke({ accounts }, _flags, email, key) {
    const account = await accounts.byEmail(given(email));
    if (key === undefined) throw new UsageError("revoke: which token? Its key (see list), or all");
    const keys = key === "all" ? account.tokens.map((token) => token.key) : [key];
    for (const each of keys) await accounts.revokeToken(account, each, atCommandLine());
    console.log(`${keys.length} revoked`);
  },

  async list({ accounts }, { json = false }) {
    if (json) {
      const list: object[] = [];
      for await (const account of accounts.all()) list.push("unreadable" in account ? account : shown(account));
      console.log(JSON.stringify(list, null, 2));
      return;
    }
    for await (const account of accounts.all()) {
      console.log(
        "unreadable" in account ? `${account.id}  cannot be read: its key is another one` : linesOf(account).join("\n"),
      );
    }
  },

  async admin({ accounts }, { off = false }, email) {
    await accounts.setAdmin(await accounts.byEmail(given(email)), !off, atCommandLine());
    console.log(`${email} is ${off ? "no admin" : "an admin"} now`);
  },

  async erase({ accounts }, flags, email) {
    const id = await accounts.named(given(email));
    if (id === null) throw new AccountError("no_account", given(email));
    if (flags.yes !== true) throw new UsageError(`erase: there is no way back; say --yes to erase person ${id}`);
    const legacy = {
      publicScenarios: await dispositionFor(accounts, "publicScenarios", flags["public-scenarios"]),
      privateScenarios: await dispositionFor(accounts, "privateScenarios", flags["private-scenarios"]),
      savedScenarios: await dispositionFor(accounts, "savedScenarios", flags["saved-scenarios"]),
    };
    await accounts.beginErasure(id, legacy, atCommandLine());
    console.log(`person ${id} is being erased; their resources are being removed …`);
    const patience = performance.now() + Number(flags.wait ?? DEFAULT_WAIT) * 1_000;
    while (!(await accounts.isErased(id))) {
      if (!(performance.now() < patience)) {
        console.log("this is done while Etesian runs, or at its next start");
        return;
      }
      await sleep(LOOK_AGAIN_MS);
    }
    console.log("nothing identifies this person any more");
  },

  async keys({ signingKeys }, flags, what) {
    if (what !== undefined && what !== "rotate")
      throw new UsageError(`keys: unknown command "${what}", expected rotate`);
    const atOnce = flags["at-once"] === true;
    if (what === "rotate") await signingKeys.rotate({ atOnce });
    for (const { id, signsFrom, state, until } of await signingKeys.list()) {
      const facts = [
        signsFrom === "" ? "the first" : `signs from ${signsFrom}`,
        until === null ? null : `until ${until}`,
      ];
      console.log([id, state.padEnd(7), ...facts.filter((fact) => fact !== null)].join("  "));
    }
    if (atOnce) console.log("restart the gateways: each signs with the keys it knows for five minutes more");
  },
} as const satisfies { readonly [name: string]: Command };

/** As `--public-scenarios` and the like write it: the first that is possible unless something is. */
async function dispositionFor(accounts: Accounts, kind: OwnedKind, written: string | undefined): Promise<Disposition> {
  const possible = DISPOSITIONS_BY_KIND[kind];
  const choice =
    written === undefined ? possible[0] : possible.find((each) => each === written && each !== "hand_over");
  if (choice !== undefined) return { choice, to: null };
  return { choice: "hand_over", to: (await accounts.byEmail(written!)).id };
}

function given(email: string | undefined): string {
  if (email === undefined) throw new UsageError("whose account? An e-mail address is missing");
  return email;
}

function scopesOf(written: string): readonly Scope[] {
  return written.split(",").map((name) => {
    const scope = SCOPES.find((scope) => scope === name.trim() || scope === `scenarios:${name.trim()}`);
    if (scope === undefined) throw new UsageError(`--scopes has "${name}": expected some of read,write,delete`);
    return scope;
  });
}

function expiryAfter(written: string): string | null {
  const days = Number(written);
  if (!/^\d{1,5}$/.test(written) || days > MAX_DAYS) {
    throw new UsageError(`--days is "${written}": expected a whole number from 0 to ${MAX_DAYS}`);
  }
  return days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

/** Fields of an account in a list, without credentials. */
function shown({ id, email, name, admin, privateScenarios, tokens }: Account): object {
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
  const marks = [name, admin ? "admin" : null, privateScenarios ? "private by default" : null];
  return [
    [`${id}  ${email}`, ...marks.filter((mark) => mark !== null && mark !== "")].join("  "),
    ...tokens.map(({ key, scopes, label, expiresAt, usedAt }) => {
      const names = scopes.map((scope) => scope.replace("scenarios:", "")).join(",");
      const facts = [`expires ${expiresAt ?? "never"}`, `used ${usedAt ?? "never"}`, label].filter(Boolean);
      return `   token ${key}  ${[names, ...facts].join("  ")}`;
    }),
  ];
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError || error instanceof RangeError) console.error(`${error.message}\n\n${HELP}`);
  else if (KNOWN.some((known) => error instanceof known)) console.error((error as Error).message);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
