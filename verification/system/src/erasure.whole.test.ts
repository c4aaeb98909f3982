/**
 * Tests the erasure of an account on a running server: its scenarios follow their disposition, and no file keeps a
 * trace of the user.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { writeVillage } from "@etesian/compute/testing";
import { openAccounts } from "@etesian/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const ADA = { email: "ada.lovelace@analytical.example", name: "Augusta Ada King" };
const GUEST = "charles.babbage@difference.example";
const isEmail = (file: string): boolean => file.endsWith(".eml");
const root = join(import.meta.dirname, "../../..");

let directory: string;
let data: string;
let server: TestServer;
const start = () => startForTest({ model: join(directory, "village"), data });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-erasing-"));
  data = join(directory, "data");
  writeVillage(join(directory, "village"));
  server = await start();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, token: string | null, body?: object) {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as never };
}
const createScenario = async (token: string, isPrivate: boolean): Promise<number> => {
  const { body } = await send("POST", "/scenarios", token, { scenario: { private: isPrivate } });
  return (body as { id: number }).id;
};
const share = (id: number, token: string, email: string, role: string) =>
  send("POST", `/scenarios/${id}/users`, token, { scenario_users: [{ user_email: email, role: `scenario_${role}` }] });

/** Runs a program without blocking the server in this process. */
const run = promisify(execFile);

/** Runs a command of the program on the data directory. */
async function backup(command: string): Promise<void> {
  const program = join(root, "services/standalone/src/backup/cli.ts");
  await run(process.execPath, [program, command, join(directory, "backup"), "--data", data]);
}

/** Waits until no file identifies a user. */
async function waitUntilErased(person: number): Promise<void> {
  const { accounts, close } = await openAccounts({ data, store: null, keys: null });
  while (!(await accounts.isErased(person))) await sleep(50);
  await close();
}

/**
 * Files below the data directory that contain one of these strings. Another process searches, because this process
 * would release its locks on a database by closing the same file.
 */
async function findFilesWith(secrets: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ["--eval", SEARCH, data, ...secrets]);
  return JSON.parse(stdout) as readonly string[];
}
const SEARCH = `
  const { readdirSync, readFileSync } = require("node:fs");
  const { join } = require("node:path");
  const [data, ...secrets] = process.argv.slice(1);
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const text = readFileSync(path, "latin1").toLowerCase();
      return secrets.some((secret) => text.includes(secret.toLowerCase()));
    });
  console.log(JSON.stringify(files));`;

/** A user's rows in keys.db: their key, and the digest of their email. */
function keysOf(person: number): readonly string[] {
  const keys = new DatabaseSync(join(data, "keys.db"), { readOnly: true });
  const row = keys.prepare("select email, data_key from people where id = ?").get(person);
  keys.close();
  return Object.values(row ?? {}).map(String);
}

test("an account is erased from every file with all resources that only it owns, even after older copies are restored", async () => {
  const [ada, bob] = [await server.token(ADA.email), await server.token("bob@analytical.example")];
  expect((await send("PUT", "/user", ada, { user: { name: ADA.name } })).status).toBe(200);
  const [publicScenario, privateScenario, sharedScenario, bobsScenario] = [
    await createScenario(ada, false),
    await createScenario(ada, true),
    await createScenario(ada, true),
    await createScenario(bob, true),
  ];
  expect((await share(sharedScenario, ada, "bob@analytical.example", "owner")).status).toBe(201);
  expect((await share(bobsScenario, bob, ADA.email, "collaborator")).status).toBe(201);
  // An invited user without an account is erased too.
  expect((await share(sharedScenario, bob, GUEST, "viewer")).status).toBe(201);

  const people = await openAccounts({ data, store: null, keys: null });
  const [adaId, guestId] = [await people.accounts.findByEmail(ADA.email), await people.accounts.findByEmail(GUEST)];
  await people.close();
  const secrets = [...keysOf(adaId!), ...keysOf(guestId!), ADA.email, ADA.name, GUEST];
  expect(secrets).toHaveLength(7);
  const hasEmail = () => existsSync(join(data, "mail")) && readdirSync(join(data, "mail")).some(isEmail);
  while (!hasEmail()) await sleep(50);
  expect((await findFilesWith(secrets)).some(isEmail)).toBe(true);
  await backup("create");

  expect(await send("DELETE", "/user", null)).toMatchObject({ status: 401 });
  expect(await send("DELETE", "/user", ada, { user: { private_scenarios: "leave" } })).toMatchObject({ status: 422 });
  expect(await send("DELETE", "/user", ada, { user: { public_scenarios: "leave" } })).toEqual({
    status: 200,
    body: null,
  });
  expect(await send("GET", "/scenarios", ada)).toMatchObject({ status: 401 });
  const erase = [join(root, "services/accounts/src/cli.ts"), "erase", GUEST, "--yes", "--data", data];
  const { stdout } = await run(process.execPath, erase);
  expect(stdout).toContain("no data identifies this person any longer");
  await waitUntilErased(adaId!);

  const expectErased = async () => {
    expect(await send("GET", `/scenarios/${publicScenario}`, null)).toMatchObject({
      status: 200,
      body: { private: false },
    });
    expect(await send("PUT", `/scenarios/${publicScenario}`, null, { scenario: { metadata: {} } })).toMatchObject({
      status: 200,
    });
    expect(await send("GET", `/scenarios/${privateScenario}`, bob)).toMatchObject({ status: 404 });
    expect((await send("GET", `/scenarios/${sharedScenario}/users`, bob)).body).toMatchObject([{ user_id: 2 }]);
    expect((await send("GET", `/scenarios/${bobsScenario}/users`, bob)).body).toMatchObject([{ user_id: 2 }]);
    expect(await findFilesWith(secrets)).toEqual([]);
  };
  // The server still runs, so this includes the write-ahead logs of the databases.
  await expectErased();

  await server.close();
  await backup("restore");
  const replacedFiles = readdirSync(data).filter((name) => name.includes(".before-"));
  for (const name of replacedFiles) cpSync(join(data, name), join(directory, name));
  for (const name of replacedFiles) rmSync(join(data, name));
  expect((await findFilesWith(secrets)).length).toBeGreaterThan(0);
  server = await start();
  for (const person of [adaId!, guestId!]) await waitUntilErased(person);
  expect(await send("GET", "/scenarios", ada)).toMatchObject({ status: 401 });
  await expectErased();
});
