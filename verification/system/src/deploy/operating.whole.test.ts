/** Executes the commands for backup and restore in docs/operating.md as written, while users write. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openAccounts, type AccountStores } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { testEventStores, type TestStore } from "@etesian/event-store/testing";
import { PROJECT } from "@etesian/service-kit";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LoadGenerator } from "@etesian/workbench/load-generator";
import { skipUnlessExhaustiveRun } from "@etesian/testing/sample";
import { Browser } from "../sign-in/browser.ts";
import { issueToken, startForTest } from "@etesian/standalone/testing";

const page = readFileSync(join(PROJECT, "docs/operating.md"), "utf8");

/** Runs a program without blocking the server in this process. */
const run = promisify(execFile);

interface Variables {
  readonly [name: string]: string;
}

/** Executes the lines of one of the page's code blocks; returns their output. */
async function runBlock(block: string, variables: Variables): Promise<string> {
  const lines = new RegExp(`^\`\`\`sh ${block}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1];
  if (lines === undefined) throw new Error(`docs/operating.md has no block ${block}`);
  const { stdout } = await run("sh", ["-e", "-c", lines], { cwd: PROJECT, env: { ...process.env, ...variables } });
  return stdout;
}

/** Settings of a server that select a deployment's stores. */
interface Stores {
  readonly data: string;
  readonly store: string | null;
  readonly readModels: string | null;
  readonly keys: string | null;
}

/** The same settings as environment variables. */
const variablesOf = ({ data, store, readModels, keys }: Stores): Variables => ({
  ETESIAN_DATA: data,
  ...(store !== null && { ETESIAN_STORE: store }),
  ...(readModels !== null && { ETESIAN_READ_MODELS: readModels }),
  ...(keys !== null && { ETESIAN_KEYS: keys }),
});

let directory: string;
let cleanUps: (() => Promise<void>)[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-operating-"));
  cleanUps = [];
  writeVillage(join(directory, "village"));
  for (const name of ["backups", "keys"]) mkdirSync(join(directory, name));
});
afterEach(async () => {
  for (const end of cleanUps.toReversed()) await end();
  rmSync(directory, { recursive: true, force: true });
});

/** Empty stores by kind, new on each call. */
const [files, postgres, eventStoreDb] = await testEventStores();
const KINDS = [
  { ...files!, make: async (data: string) => ({ data, store: null, readModels: null, keys: null }) },
  {
    ...postgres!,
    make: async (data: string) => ({ data, store: await createStore(postgres!), readModels: null, keys: null }),
  },
  {
    ...eventStoreDb!,
    missing: eventStoreDb!.missing ?? postgres!.missing,
    make: async (data: string) => {
      const models = await createStore(postgres!);
      return { data, store: await createStore(eventStoreDb!), readModels: models, keys: models };
    },
  },
];

/** The kind of store used in `npm test`. */
const sampledKind = postgres!.missing === null ? postgres! : files!;

async function createStore({ create }: TestStore): Promise<string> {
  const { url, remove } = await create();
  cleanUps.push(remove);
  return url;
}

/** A user who is erased after a backup that contains their key. */
class ErasedUser {
  readonly #url: string;
  readonly #stores: AccountStores;
  readonly #token: string;

  private constructor(url: string, stores: AccountStores, token: string) {
    this.#url = url;
    this.#stores = stores;
    this.#token = token;
  }

  static async create(url: string, stores: AccountStores): Promise<ErasedUser> {
    return new ErasedUser(url, stores, await issueToken(stores, "eve@example.org"));
  }

  async erase(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const { ok, status } = await fetch(`${this.#url}/api/v3/user`, { method: "DELETE", headers });
    if (!ok) throw new Error(`the account cannot be erased: ${status}`);
    await this.#waitUntilErased(this.#stores);
  }

  /** The status of the user's requests once the user is erased from restored stores. */
  async statusAt(url: string, stores: AccountStores): Promise<number> {
    await this.#waitUntilErased(stores);
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await fetch(`${url}/api/v3/scenarios`, { headers })).status;
  }

  async #waitUntilErased(stores: AccountStores): Promise<void> {
    const { accounts, close } = await openAccounts(stores);
    while (!(await accounts.isErased(Number(this.#token.split("_")[1])))) await sleep(50);
    await close();
  }
}

for (const { name, missing, make } of KINDS) {
  const skipNote = missing === null ? "" : ` (skipped: ${missing})`;
  test.skipIf(missing !== null)(
    `a backup made with the page's commands while users write restores all their data, and makes none of it visible to others: ${name}${skipNote}`,
    async (context) => {
      if (name !== sampledKind.name) skipUnlessExhaustiveRun(context, `the same commands as for ${sampledKind.name}`);
      const start = (stores: Stores) => startForTest({ model: join(directory, "village"), ...stores });
      const [oldStores, restoredStores] = [await make(join(directory, "old")), await make(join(directory, "new"))];
      const directories = { BACKUPS: join(directory, "backups"), KEYS_BACKUPS: join(directory, "keys") };
      const oldServer = await start(oldStores);
      const load = await LoadGenerator.open(oldServer.url, oldStores, "power_price");
      // Waits until none of the user's tokens is valid.
      const eve = name === "PostgreSQL" ? await ErasedUser.create(oldServer.url, oldStores) : null;
      load.start();
      await sleep(1_000);
      const startedAt = performance.now();
      expect(await runBlock("backup", { ...directories, ...variablesOf(oldStores) })).not.toMatch(/^[!✗]/m);
      await sleep(200);
      await load.stop();
      await eve?.erase();
      await oldServer.close();

      const variables = { ...directories, ...variablesOf(restoredStores), FORMER_KEYS: keysUrlOf(oldStores) };
      expect(await runBlock("restore", variables)).toContain("0 problems");
      const restoredServer = await start(restoredStores);
      expect(await load.problemsAfterRestore(restoredServer.url, restoredStores, startedAt)).toEqual([]);
      expect((await eve?.statusAt(restoredServer.url, restoredStores)) ?? 401).toBe(401);
      await signIn(restoredServer.url, restoredStores.data, "ada@example.org");
      await restoredServer.close();
    },
  );
}

for (const { name, missing, make } of KINDS.filter(({ name }) => name !== eventStoreDb!.name)) {
  const skipNote = missing === null ? "" : ` (skipped: ${missing})`;
  test.skipIf(missing !== null)(
    `after an upgrade that changed tables, the older version refuses to start and changes nothing, and starts from the backup: ${name}${skipNote}`,
    async () => {
      const start = (stores: Stores) => startForTest({ model: join(directory, "village"), ...stores });
      const [stores, emptyStores] = [await make(join(directory, "data")), await make(join(directory, "again"))];
      const server = await start(stores);
      const creation = await fetch(`${server.url}/api/v3/scenarios`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"scenario":{"user_values":{"share_of_gas_boiler":60}}}',
      });
      const { id } = (await creation.json()) as { readonly id: number };
      await server.close();
      const directories = { BACKUPS: join(directory, "backups"), KEYS_BACKUPS: join(directory, "keys") };
      expect(await runBlock("backup", { ...directories, ...variablesOf(stores) })).not.toMatch(/^[!✗]/m);

      // Gives the tables the version of a newer program.
      const versions = await changeSchemas(stores);
      expect(versions.length).toBeGreaterThan(0);
      await expect(start(stores)).rejects.toThrow(/this program supports versions up to \d+: start the newer program/);
      expect(await changeSchemas(stores)).toEqual(versions.map(() => NEWER));

      // A restore replaces files, but requires empty databases.
      const target = name === files!.name ? stores : emptyStores;
      const variables = { ...directories, ...variablesOf(target), FORMER_KEYS: keysUrlOf(stores) };
      expect(await runBlock("restore", variables)).toContain("0 problems");
      const restoredServer = await start(target);
      const response = await fetch(`${restoredServer.url}/api/v3/scenarios/${id}`);
      expect(await response.json()).toMatchObject({ id, user_values: { share_of_gas_boiler: 60 } });
      await restoredServer.close();
    },
  );
}

const NEWER = 99;

/** Sets the versions of a deployment's event and key tables to a newer program's; returns the previous versions. */
async function changeSchemas({ data, store }: Stores): Promise<readonly number[]> {
  const [selectVersions, updateVersions] = [
    "select version from schema_versions",
    `update schema_versions set version = ${NEWER}`,
  ];
  if (store !== null) {
    const rows = await query(store, selectVersions);
    await query(store, updateVersions);
    return rows.map(({ version }) => Number(version));
  }
  return ["events.db", "keys.db"].flatMap((file) => {
    const database = new DatabaseSync(join(data, file), { timeout: 10_000 });
    const rows = database.prepare(selectVersions).all();
    database.exec(updateVersions);
    database.close();
    return rows.map(({ version }) => Number(version));
  });
}

async function query(url: string, sql: string): Promise<readonly { readonly version?: unknown }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly version?: unknown }>(sql);
  await client.end();
  return rows;
}

const keysUrlOf = ({ data, store, keys }: Stores): string => keys ?? store ?? `sqlite:${join(data, "keys.db")}`;

/** Signs in through the link in an email, as a user does. */
async function signIn(url: string, data: string, email: string): Promise<void> {
  const browser = new Browser(url);
  await browser.submit(await browser.get("/sign-in"), "/sign-in/link", { email });
  const link = await linkTo(join(data, "mail"), email);
  await browser.follow(await browser.submit(await browser.get(link), new URL(link).pathname));
  expect((await browser.person())?.email).toBe(email);
}

/** The link in the newest email to an address, once it has arrived. */
async function linkTo(mail: string, email: string): Promise<string> {
  for (;;) {
    const emails = (existsSync(mail) ? readdirSync(mail) : [])
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(mail, file), "utf8").replaceAll("=\n", "").replaceAll("=3D", "="));
    const links = emails.filter((text) => text.includes(`To: ${email}`)).map((text) => /^http\S+$/m.exec(text)?.[0]);
    const link = links.find((link) => link?.includes("/sign-in/") === true);
    if (link !== undefined) return link;
    await sleep(20);
  }
}
