/**
 * Kills the server while users of a saved scenario become users of all its versions, and while its files' events are
 * published to a broker.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { publishedIds } from "@etesian/event-bus/testing";
import { openEventStore, type RecordedEvent, START } from "@etesian/event-store";
import type { Print } from "@etesian/workbench/report";
import { startPrivateBroker, type Fault, inTemporaryDirectory, SkippedFault } from "./fault.ts";
import { FaultyServer } from "./server.ts";

const VERSIONS = 6;
const UNANSWERED_INTERVAL = 4;
/** Longer than the propagation takes once the server runs (ms). */
const SETTLED_MS = 60_000;
/** Longer than an email is held (ms). */
const EMAILS_MS = 180_000;
const POLL_INTERVAL_MS = 50;

interface User {
  readonly id: number;
  readonly user_email: string | null;
  readonly role: string;
}

/** Sends requests with the owner's token. @throws for an unsuccessful response. */
class Owner {
  readonly #token: string;
  server: FaultyServer;

  constructor(token: string, server: FaultyServer) {
    this.#token = token;
    this.server = server;
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const response = await this.server.send(method, path, body, headers);
    if (response.status === 0 || response.status >= 400) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    }
    return response.body as T;
  }
}

async function runRounds(
  print: Print,
  count: number,
  isOver: () => boolean,
  { data, broker }: { readonly data: string; readonly broker: string },
): Promise<readonly string[]> {
  const options = { data, flags: ["--bus", broker] };
  let server = await FaultyServer.start(options);
  const owner = new Owner(await server.token(), server);
  try {
    const scenarios: number[] = [];
    for (let n = 0; n < VERSIONS; n++) {
      scenarios.push((await owner.send<{ id: number }>("POST", "/scenarios", { scenario: {} })).id);
    }
    const body = { saved_scenario: { scenario_id: scenarios[0], title: "Shared" } };
    const { id } = await owner.send<{ id: number }>("POST", "/saved_scenarios", body);
    for (const scenario of scenarios.slice(1)) {
      await owner.send("PUT", `/saved_scenarios/${id}`, { saved_scenario: { scenario_id: scenario } });
    }
    const users = `/saved_scenarios/${id}/users`;
    const guests: string[] = [];
    const acknowledgedGuests = new Set<string>();
    const removedGuests = new Set<string>();
    let acknowledgedCount = 0;
    const change = async (method: string, ...saved_scenario_users: readonly object[]): Promise<void> => {
      await owner.send(method, users, { saved_scenario_users });
      acknowledgedCount += saved_scenario_users.length;
    };
    for (let round = 1; round <= count && !isOver(); round++) {
      const guest = `guest-${round}@example.org`;
      guests.push(guest);
      const pendingAddition = change("POST", { user_email: guest, role: "scenario_viewer" }).then(
        () => acknowledgedGuests.add(guest),
        () => null,
      );
      // In every fourth round the server is also killed while a guest is being added.
      if (round % UNANSWERED_INTERVAL !== 0) {
        await pendingAddition;
        if (round % 2 === 0) await change("PUT", { user_email: guest, role: "scenario_collaborator" });
        const leavingGuest = `guest-${round - 1}@example.org`;
        if (round % 3 === 0 && acknowledgedGuests.has(leavingGuest)) {
          await change("DELETE", { user_email: leavingGuest });
          removedGuests.add(leavingGuest);
        }
      }
      // Each round kills the server at a different moment: a propagation takes tens of milliseconds, adding a user
      // longer.
      await sleep((round * 13) % (round % UNANSWERED_INTERVAL === 0 ? 200 : 70));
      await server.kill();
      await pendingAddition;
      server = await FaultyServer.start(options);
      owner.server = server;
      if (round % 10 === 0) print(`round ${round} of ${count}: ${acknowledgedCount} acknowledged`);
    }
    const expectedRoles = rolesOf(await owner.send<readonly User[]>("GET", users));
    const end = performance.now() + SETTLED_MS;
    const findDifferingScenarios = async (): Promise<readonly number[]> => {
      const usersOfScenarios = await Promise.all(
        scenarios.map(async (scenario) => ({
          scenario,
          roles: rolesOf(await owner.send<readonly User[]>("GET", `/scenarios/${scenario}/users`)),
        })),
      );
      return usersOfScenarios.filter(({ roles }) => roles !== expectedRoles).map(({ scenario }) => scenario);
    };
    let differingScenarios = await findDifferingScenarios();
    while (differingScenarios.length > 0 && performance.now() < end) {
      await sleep(POLL_INTERVAL_MS);
      differingScenarios = await findDifferingScenarios();
    }
    const usersWithRole = new Set(
      (await owner.send<readonly User[]>("GET", users)).map(({ user_email: email }) => email),
    );
    const invitedGuests = guests.filter((guest) => acknowledgedGuests.has(guest) || usersWithRole.has(guest));
    const emails = await readEmails(data);
    print(
      `${acknowledgedCount} acknowledged changes by users; ${VERSIONS} versions, ${invitedGuests.length} of ${guests.length} invited, ` +
        `${invitedGuests.length - acknowledgedGuests.size} without a response`,
    );
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const isParked = !/process_parked_events\{process="saved scenarios"\} 0\n/.test(metrics);
    return [
      ...differingScenarios.map((scenario) => `the users of scenario ${scenario} differ from the saved scenario's`),
      ...guests.flatMap((guest) => {
        const count = emails.filter((email) => email.includes(`To: ${guest}\n`)).length;
        const expected = invitedGuests.includes(guest) ? 1 : 0;
        // A user whose role was removed gets no email.
        return count === expected || (count === 0 && removedGuests.has(guest))
          ? []
          : [`${guest} got ${count} emails, expected ${expected}`];
      }),
      ...(await findUnpublished(print, data, broker)),
      ...(isParked ? ["an event is parked"] : []),
    ];
  } finally {
    await server.stop();
  }
}

/** A problem if the broker does not have every event of the file exactly once, in order. */
async function findUnpublished(print: Print, data: string, broker: string): Promise<readonly string[]> {
  const events = await readEvents(join(data, "events.db"));
  const published = await publishedIds(broker, events.length);
  print(`the broker has ${published.length} events`);
  return events.every(({ id }, index) => id === published[index])
    ? []
    : [`the broker has ${published.length} events, expected the ${events.length} of the file`];
}

/** All events in a file. */
async function readEvents(path: string): Promise<readonly RecordedEvent[]> {
  const store = await openEventStore(`sqlite:${path}`);
  const events: RecordedEvent[] = [];
  for (let after = START; ; after = events.at(-1)!.position) {
    const page = await store.readAll(after, 1_000);
    if (page.length === 0) break;
    events.push(...page);
  }
  await store.close();
  return events;
}

const rolesOf = (users: readonly User[]): string =>
  users
    .map(({ id, role }) => `${id} ${role}`)
    .toSorted()
    .join(", ");

/** All emails, once none is queued; an announced email stays queued for as long as a request may take. */
async function readEmails(data: string): Promise<readonly string[]> {
  const keys = new DatabaseSync(join(data, "keys.db"), { readOnly: true });
  const queuedCount = keys.prepare("select count(*) as waiting from mail where sent_at is null");
  const end = performance.now() + EMAILS_MS;
  while (Number(queuedCount.get()?.["waiting"]) > 0 && performance.now() < end) await sleep(POLL_INTERVAL_MS);
  keys.close();
  const directory = join(data, "mail");
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith(".eml")) : [];
  return files.map((file) => readFileSync(join(directory, file), "utf8"));
}

export const killsWhileSharing: Fault = {
  description: "kill -9 while users of a saved scenario become users of all its versions",
  rounds: 50,
  run: async (print, count, isOver) => {
    const broker = await startPrivateBroker();
    if (broker === null) throw new SkippedFault("there is no nats-server");
    try {
      return await inTemporaryDirectory((data) => runRounds(print, count, isOver, { data, broker: broker.url }));
    } finally {
      await broker.remove();
    }
  },
};
