/**
 * Two servers on one store share saved scenarios, each with five users concurrently. Then one user is removed, and
 * another gets a different role. One of the servers is suspended repeatedly, so that it handles events after the other
 * server has handled later ones. In the end each version has exactly its saved scenario's users.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EventStoreDbNode, eventStoreDbCommand, freeNodePort } from "@etesian/event-store/testing";
import { issueToken } from "@etesian/standalone/testing";
import type { Print } from "@etesian/workbench/report";
import { unexpectedEnd, type Fault, inTemporaryDirectory, SkippedFault } from "./fault.ts";
import { PrivatePostgres } from "./postgres.ts";
import { FaultyServer } from "./server.ts";

const PEOPLE = 5;
/** Saved scenarios that are shared concurrently. */
const CONCURRENT_SHARES = 4;
/** Time for which the second server is suspended, and time for which it runs in between (ms). */
const STOPPED_MS = 300;
const RUNNING_MS = 200;
/** Longer than the propagation takes once both servers run (ms). */
const SETTLED_MS = 120_000;
const POLL_INTERVAL_MS = 200;
/** Pause (ms) before a change that returned 503 is retried under its key. */
const RETRY_MS = 100;

interface User {
  readonly id: number;
  readonly role: string;
}

/** A store for two servers; `close` ends the programs behind it. */
interface Store {
  readonly flags: readonly string[];
  readonly url: string | null;
  close(): Promise<void>;
}

const openFiles = async (): Promise<Store> => ({ flags: [], url: null, close: async () => {} });

async function openPostgres(): Promise<Store> {
  const cluster = await PrivatePostgres.create();
  if (cluster === null) throw new SkippedFault("PostgreSQL is not installed");
  return { flags: ["--store", cluster.url], url: cluster.url, close: async () => cluster.remove() };
}

async function openEventStoreDb(directory: string): Promise<Store> {
  const command = eventStoreDbCommand();
  if (command === null) throw new SkippedFault("EVENTSTORE_COMMAND names no EventStoreDB program");
  const port = await freeNodePort();
  const node = new EventStoreDbNode(command, join(directory, "node"), port, []);
  node.start();
  await node.waitUntilReady();
  const url = `esdb://${node.address}?tls=false`;
  return { flags: ["--store", url], url, close: () => node.end("SIGKILL") };
}

/** A saved scenario and its versions. */
interface SharedScenario {
  readonly id: number;
  readonly versions: readonly number[];
}

class Owner {
  readonly #token: string;
  readonly #servers: readonly FaultyServer[];
  #turn = 0;
  #keys = 0;
  acknowledgedCount = 0;

  constructor(token: string, servers: readonly FaultyServer[]) {
    this.#token = token;
    this.#servers = servers;
  }

  /** Sends requests to the servers in turn. @throws for a response that is neither a success nor busy. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const key = `sharing-round-${process.pid}-${(this.#keys += 1)}`;
    const headers = { authorization: `Bearer ${this.#token}`, "idempotency-key": key };
    for (;;) {
      const server = this.#servers[this.#turn++ % this.#servers.length]!;
      const { status, body: result } = await server.send(method, path, body, headers);
      if (status === 503) await sleep(RETRY_MS);
      else if (status === 0 || status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(result)}`);
      else {
        if (method !== "GET") this.acknowledgedCount += 1;
        return result as T;
      }
    }
  }

  /** Saves a scenario and shares it; every second saved scenario gets another version meanwhile. */
  async saveAndShare(people: readonly string[], round: number): Promise<SharedScenario> {
    const createScenario = async (): Promise<number> =>
      (await this.send<{ id: number }>("POST", "/scenarios", { scenario: { private: true } })).id;
    const first = await createScenario();
    const body = { saved_scenario: { scenario_id: first, title: "Shared", private: true } };
    const { id } = await this.send<{ id: number }>("POST", "/saved_scenarios", body);
    const change = (method: string, user_email: string, role?: string): Promise<unknown> =>
      this.send(method, `/saved_scenarios/${id}/users`, { saved_scenario_users: [{ user_email, role }] });
    const pendingAdditions = Promise.all(people.map((person) => change("POST", person, "scenario_viewer")));
    // The promise's error is thrown below.
    pendingAdditions.catch(() => {});
    const versions = [first];
    if (round % 2 === 0) {
      versions.push(await createScenario());
      await this.send("PUT", `/saved_scenarios/${id}`, { saved_scenario: { scenario_id: versions[1] } });
    }
    await pendingAdditions;
    const [removedPerson, promotedPerson] = [people[round % PEOPLE]!, people[(round + 1) % PEOPLE]!];
    await Promise.all([change("DELETE", removedPerson), change("PUT", promotedPerson, "scenario_collaborator")]);
    return { id, versions };
  }

  async usersOf(kind: "saved_scenarios" | "scenarios", id: number): Promise<ReadonlyMap<number, string>> {
    const users = await this.send<readonly User[]>("GET", `/${kind}/${id}/users`);
    return new Map(users.map((user) => [user.id, user.role]));
  }
}

/** Counts roles that are missing in versions, and removed users who still have a role. */
async function countDifferences(owner: Owner, sharedScenarios: readonly SharedScenario[]) {
  const counts = { missing: 0, other: 0, removed: 0, roles: 0 };
  for (const { id, versions } of sharedScenarios) {
    const expectedRoles = await owner.usersOf("saved_scenarios", id);
    for (const version of versions) {
      const users = await owner.usersOf("scenarios", version);
      for (const [person, role] of expectedRoles) {
        counts.roles += 1;
        if (!users.has(person)) counts.missing += 1;
        else if (users.get(person) !== role) counts.other += 1;
      }
      for (const person of users.keys()) if (!expectedRoles.has(person)) counts.removed += 1;
    }
  }
  return counts;
}

async function runRounds(
  print: Print,
  count: number,
  isOver: () => boolean,
  { directory, store }: { readonly directory: string; readonly store: Store },
): Promise<readonly string[]> {
  const data = join(directory, "data");
  const options = { data, flags: [...store.flags, "--workers", "1", "--no-warm-up"] };
  const first = await FaultyServer.start(options);
  await using disposables = new AsyncDisposableStack();
  disposables.defer(() => first.stop());
  const second = await FaultyServer.start(options);
  disposables.defer(() => second.stop());
  const accountStores = { data, store: store.url, keys: null };
  const people = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.org`);
  for (const person of people) await issueToken(accountStores, person);
  const owner = new Owner(await first.token(), [first, second]);

  const abortController = new AbortController();
  const pendingSuspensions = (async () => {
    while (!abortController.signal.aborted) {
      process.kill(second.pid, "SIGSTOP");
      await sleep(STOPPED_MS);
      process.kill(second.pid, "SIGCONT");
      await sleep(RUNNING_MS);
    }
  })();
  const sharedScenarios: SharedScenario[] = [];
  try {
    for (let round = 1; round <= count && !isOver(); round += CONCURRENT_SHARES) {
      const numbers = Array.from({ length: Math.min(CONCURRENT_SHARES, count - round + 1) }, (_, n) => round + n);
      const outcomes = await Promise.allSettled(numbers.map((number) => owner.saveAndShare(people, number)));
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") throw outcome.reason;
        sharedScenarios.push(outcome.value);
      }
      if (round % 40 === 1 && round > 1) print(`${round - 1} of ${count}: ${owner.acknowledgedCount} acknowledged`);
    }
  } finally {
    abortController.abort();
    await pendingSuspensions;
  }
  const end = performance.now() + SETTLED_MS;
  let counts = await countDifferences(owner, sharedScenarios);
  while (counts.missing + counts.other + counts.removed > 0 && performance.now() < end) {
    await sleep(POLL_INTERVAL_MS);
    counts = await countDifferences(owner, sharedScenarios);
  }
  print(
    `${sharedScenarios.length} saved scenarios shared with ${PEOPLE} users concurrently, ${owner.acknowledgedCount} acknowledged changes; ` +
      `of ${counts.roles} roles in versions ${counts.missing} missing, ${counts.other} with another role; ` +
      `${counts.removed} removed users with a role`,
  );
  return [
    ...(counts.missing > 0 ? [`${counts.missing} roles are missing in versions`] : []),
    ...(counts.other > 0 ? [`${counts.other} roles in versions differ from the saved scenario's`] : []),
    ...(counts.removed > 0 ? [`${counts.removed} removed users have a role in a version`] : []),
    ...unexpectedEnd(first),
    ...unexpectedEnd(second),
  ];
}

const sharedOn = (name: string, open: (directory: string) => Promise<Store>): Fault => ({
  description: `two servers on ${name}, one of them slow, while users share saved scenarios`,
  rounds: 200,
  run: (print, count, isOver) =>
    inTemporaryDirectory(async (directory) => {
      const store = await open(directory);
      try {
        return await runRounds(print, count, isOver, { directory, store });
      } finally {
        await store.close();
      }
    }),
});

export const sharingOnFiles = sharedOn("one directory", openFiles);
export const sharingOnPostgres = sharedOn("PostgreSQL", openPostgres);
export const sharingOnEventStoreDb = sharedOn("EventStoreDB", openEventStoreDb);
