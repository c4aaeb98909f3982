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
import { onlyInSweep } from "@etesian/testing/sample";
import { Browser } from "../sign-in/browser.ts";
import { issueToken, startForTest } from "@etesian/standalone/testing";

const page = readFileSync(join(PROJECT, "docs/operating.md"), "utf8");

/** Runs a program without blocking the server in this process. */
const run = promisify(execFile);

interface Variables {
  readonly [name: string]: string;
}

/** Executes the lines of one of the page's code blocks; returns their output. */
async function follow(block: string, variables: Variables): Promise<string> {
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

/** The same as variables. */
const variablesOf = ({ data, store, readModels, keys }: Stores): Variables => ({
  ETESIAN_DATA: data,
  ...(store !== null && { ETESIAN_STORE: store }),
  ...(readModels !== null && { ETESIAN_READ_MODELS: readModels }),
  ...(keys !== null && { ETESIAN_KEYS: keys }),
});

let directory: string;
let ends: (() => Promise<void>)[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-operating-"));
  ends = [];
  writeVillage(join(directory, "village"));
  for (const name of ["backups", "keys"]) mkdirSync(join(directory, name));
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  rmSync(directory, { recursive: true, force: true });
});

/** Empty stores by kind, new on each call. */
const [files, postgres, eventStoreDb] = await testEventStores();
const KINDS = [
  { ...files!, make: async (data: string) => ({ data, store: null, readModels: null, keys: null }) },
  {
    ...postgres!,
    make: async (data: string) => ({ data, store: await fresh(postgres!), readModels: null, keys: null }),
  },
  {
    ...eventStoreDb!,
    missing: eventStoreDb!.missing ?? postgres!.missing,
    make: async (data: string) => {
      const models = await fresh(postgres!);
      return { data, store: await fresh(eventStoreDb!), readModels: models, keys: models };
    },
  },
];

/** The kind used in a sample. */
const shown = postgres!.missing === null ? postgres! : files!;

async function fresh({ create }: TestStore): Promise<string> {
  const { url, remove } = await create();
  ends.push(remove);
  return url;
}

/** A user who is erased after a backup that contains their key. */
class Erased {
  readonly #url: string;
  readonly #place: AccountStores;
  readonly #token: string;

  private constructor(url: string, place: AccountStores, token: string) {
    this.#url = url;
    this.#place = place;
    this.#token = token;
  }

  static async create(url: string, place: AccountStores): Promise<Erased> {
    return new Erased(url, place, await issueToken(place, "eve@example.org"));
  }

  async erase(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const { ok, status } = await fetch(`${this.#url}/api/v3/user`, { method: "DELETE", headers });
    if (!ok) throw new Error(`the account cannot be erased: ${status}`);
    await this.#untilErased(this.#place);
  }

  /** The status of the user's requests once they are erased from restored stores. */
  async statusAt(url: string, place: AccountStores): Promise<number> {
    await this.#untilErased(place);
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await fetch(`${url}/api/v3/scenarios`, { headers })).status;
  }

  async #untilErased(place: AccountStores): Promise<void> {
    const { accounts, close } = await openAccounts(place);
    while (!(await accounts.isErased(Number(this.#token.split("_")[1])))) await sleep(50);
    await close();
  }
}

for (const { name, missing, make } of KINDS) {
  const skipped = missing === null ? "" : ` (skipped: ${missing})`;
  test.skipIf(missing !== null)(
    `a backup made with the page's commands while users write restores everything to them and nothing to others: ${name}${skipped}`,
    async (context) => {
      if (name !== shown.name) onlyInSweep(context, `the same commands as for ${shown.name}`);
      const start = (stores: Stores) => startForTest({ model: join(directory, "village"), ...stores });
      const [old, restored] = [await make(join(directory, "old")), await make(join(directory, "new"))];
      const directories = { BACKUPS: join(directory, "backups"), KEYS_BACKUPS: join(directory, "keys") };
      const before = await start(old);
      const load = await LoadGenerator.open(before.url, old, "power_price");
      // For one kind of store, waits until none of the user's tokens is valid.
      const eve = name === "PostgreSQL" ? await Erased.create(before.url, old) : null;
      load.start();
      await sleep(1_000);
      const startedAt = performance.now();
      expect(await follow("backup", { ...directories, ...variablesOf(old) })).not.toMatch(/^[!✗]/m);
      await sleep(200);
      await load.stop();
      await eve?.erase();
      await before.close();

      const variables = { ...directories, ...variablesOf(restored), FORMER_KEYS: keysUrlOf(old) };
      expect(await follow("restore", variables)).toContain("0 problems");
      const after = await start(restored);
      expect(await load.problemsAfterRestore(after.url, restored, startedAt)).toEqual([]);
      expect((await eve?.statusAt(after.url, restored)) ?? 401).toBe(401);
      await signIn(after.url, restored.data, "ada@example.org");
      await after.close();
    },
  );
}

for (const { name, missing, make } of KINDS.filter(({ name }) => name !== eventStoreDb!.name)) {
  const skipped = missing === null ? "" : ` (skipped: ${missing})`;
  test.skipIf(missing !== null)(
    `after an upgrade that changed tables the older version refuses to start and changes nothing, and starts from the backup: ${name}${skipped}`,
    async () => {
      const start = (stores: Stores) => startForTest({ model: join(directory, "village"), ...stores });
      const [stores, empty] = [await make(join(directory, "data")), await make(join(directory, "again"))];
      const older = await start(stores);
      const created = await fetch(`${older.url}/api/v3/scenarios`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"scenario":{"user_values":{"share_of_gas_boiler":60}}}',
      });
      const { id } = (await created.json()) as { readonly id: number };
      await older.close();
      const directories = { BACKUPS: join(directory, "backups"), KEYS_BACKUPS: join(directory, "keys") };
      expect(await follow("backup", { ...directories, ...variablesOf(stores) })).not.toMatch(/^[!✗]/m);

      // As the tables of a newer version.
      const versions = await changeSchemas(stores);
      expect(versions.length).toBeGreaterThan(0);
      await expect(start(stores)).rejects.toThrow(/this program knows versions up to \d+: start the newer program/);
      expect(await changeSchemas(stores)).toEqual(versions.map(() => NEWER));

      // Files are replaced; a database has to be empty.
      const target = name === files!.name ? stores : empty;
      const variables = { ...directories, ...variablesOf(target), FORMER_KEYS: keysUrlOf(stores) };
      expect(await follow("restore", variables)).toContain("0 problems");
      const restored = await start(target);
      const found = await fetch(`${restored.url}/api/v3/scenarios/${id}`);
      expect(await found.json()).toMatchObject({ id, user_values: { share_of_gas_boiler: 60 } });
      await restored.close();
    },
  );
}

const NEWER = 99;

/** Gives all tables of a deployment's events and keys the version of a newer program; returns their versions before. */
async function changeSchemas({ data, store }: Stores): Promise<readonly number[]> {
  const [read, write] = ["select version from schema_versions", `update schema_versions set version = ${NEWER}`];
  if (store !== null) {
    const rows = await query(store, read);
    await query(store, write);
    return rows.map(({ version }) => Number(version));
  }
  return ["events.db", "keys.db"].flatMap((file) => {
    const database = new DatabaseSync(join(data, file));
    const rows = database.prepare(read).all();
    database.exec(write);
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

/** Through the link in an email, as a user does. */
async function signIn(url: string, data: string, email: string): Promise<void> {
  const browser = new Browser(url);
  await browser.submit(await browser.get("/sign-in"), "/sign-in/link", { email });
  const link = await linkTo(join(data, "mail"), email);
  const entered = await browser.follow(await browser.submit(await browser.get(link), new URL(link).pathname));
  expect(entered.text).toContain(email);
}

/** The link in the newest email to an address, once it has arrived. */
async function linkTo(mail: string, email: string): Promise<string> {
  for (;;) {
    const emails = (existsSync(mail) ? readdirSync(mail) : [])
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(mail, file), "utf8").replaceAll("=\n", "").replaceAll("=3D", "="));
    const links = emails.filter((text) => text.includes(`To: ${email}`)).map((text) => /^http\S+$/m.exec(text)?.[0]);
    const link = links.find((each) => each?.includes("/sign-in/") === true);
    if (link !== undefined) return link;
    await sleep(20);
  }
}
