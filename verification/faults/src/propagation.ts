/**
 * Kills the server while users of a saved scenario become users of all its versions, and while events of each of its
 * files go to a broker.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { FEEDS } from "@etesian/event-bus";
import { publishedIds } from "@etesian/event-bus/testing";
import { openEventStore, type RecordedEvent, START } from "@etesian/event-store";
import type { Print } from "@etesian/workbench/report";
import { startPrivateBroker, type Fault, inTemporaryDirectory, SkippedFault } from "./fault.ts";
import { FaultyServer } from "./server.ts";

const VERSIONS = 6;
const UNANSWERED = 4;
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

/** Sends requests with the owner's token. @throws for an unsuccessful answer. */
class Owner {
  readonly #token: string;
  server: FaultyServer;

  constructor(token: string, server: FaultyServer) {
    this.#token = token;
    this.server = server;
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await this.server.send(method, path, body, headers);
    if (answer.status === 0 || answer.status >= 400) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body as T;
  }
}

async function rounds(
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
    const removed = new Set<string>();
    let acknowledged = 0;
    const change = async (method: string, ...saved_scenario_users: readonly object[]): Promise<void> => {
      await owner.send(method, users, { saved_scenario_users });
      acknowledged += saved_scenario_users.length;
    };
    for (let round = 1; round <= count && !isOver(); round++) {
      const guest = `guest-${round}@example.org`;
      guests.push(guest);
      const adding = change("POST", { user_email: guest, role: "scenario_viewer" }).then(
        () => acknowledgedGuests.add(guest),
        () => null,
      );
      // In every fourth round the server is killed while a guest is being added, too.
      if (round % UNANSWERED !== 0) {
        await adding;
        if (round % 2 === 0) await change("PUT", { user_email: guest, role: "scenario_collaborator" });
        const leaving = `guest-${round - 1}@example.org`;
        if (round % 3 === 0 && acknowledgedGuests.has(leaving)) {
          await change("DELETE", { user_email: leaving });
          removed.add(leaving);
        }
      }
      // Each round kills the server at a different moment: a propagation takes tens of milliseconds, adding a user longer.
      await sleep((round * 13) % (round % UNANSWERED === 0 ? 200 : 70));
      await server.kill();
      await adding;
      server = await FaultyServer.start(options);
      owner.server = server;
      if (round % 10 === 0) print(`round ${round} of ${count}: ${acknowledged} acknowledged`);
    }
    const wanted = rolesOf(await owner.send<readonly User[]>("GET", users));
    const end = performance.now() + SETTLED_MS;
    const differing = async (): Promise<readonly number[]> => {
      const found = await Promise.all(
        scenarios.map(async (each) => ({
          each,
          roles: rolesOf(await owner.send<readonly User[]>("GET", `/scenarios/${each}/users`)),
        })),
      );
      return found.filter(({ roles }) => roles !== wanted).map(({ each }) => each);
    };
    let different = await differing();
    while (different.length > 0 && performance.now() < end) {
      await sleep(POLL_INTERVAL_MS);
      different = await differing();
    }
    const present = new Set((await owner.send<readonly User[]>("GET", users)).map(({ user_email: email }) => email));
    const invited = guests.filter((guest) => acknowledgedGuests.has(guest) || present.has(guest));
    const emails = await emailsIn(data);
    print(
      `${acknowledged} acknowledged changes of users; ${VERSIONS} versions, ${invited.length} of ${guests.length} invited, ` +
        `${invited.length - acknowledgedGuests.size} without an answer`,
    );
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const isParked = !/process_parked_events\{process="saved scenarios"\} 0\n/.test(metrics);
    return [
      ...different.map((each) => `the users of scenario ${each} differ from the saved scenario's`),
      ...guests.flatMap((guest) => {
        const count = emails.filter((email) => email.includes(`To: ${guest}\n`)).length;
        const expected = invited.includes(guest) ? 1 : 0;
        // A user whose role was removed gets no email.
        return count === expected || (count === 0 && removed.has(guest))
          ? []
          : [`${guest} got ${count} emails, expected ${expected}`];
      }),
      ...(await incompleteFeeds(print, data, broker)),
      ...(isParked ? ["an event is parked"] : []),
    ];
  } finally {
    await server.stop();
  }
}

/** Feeds in which the broker does not have every event of a file exactly once, in order. */
async function incompleteFeeds(print: Print, data: string, broker: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const counts: string[] = [];
  for (const feed of FEEDS) {
    const events = await eventsOf(join(data, `${feed}.db`));
    const published = await publishedIds(broker, events.length, feed);
    counts.push(`${published.length} of ${feed}`);
    if (!events.every(({ id }, index) => id === published[index])) {
      problems.push(`the broker has ${published.length} events of ${feed}, expected the ${events.length} of its file`);
    }
  }
  print(`the broker has events: ${counts.join(", ")}`);
  return problems;
}

/** All events of a file so far. */
async function eventsOf(path: string): Promise<readonly RecordedEvent[]> {
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
async function emailsIn(data: string): Promise<readonly string[]> {
  const keys = new DatabaseSync(join(data, "keys.db"), { readOnly: true });
  const waiting = keys.prepare("select count(*) as waiting from mail where sent_at is null");
  const end = performance.now() + EMAILS_MS;
  while (Number(waiting.get()?.["waiting"]) > 0 && performance.now() < end) await sleep(POLL_INTERVAL_MS);
  keys.close();
  const directory = join(data, "mail");
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith(".eml")) : [];
  return files.map((file) => readFileSync(join(directory, file), "utf8"));
}

export const killedWhileSharing: Fault = {
  about: "kill -9 while users of a saved scenario become users of all its versions",
  rounds: 50,
  run: async (print, count, isOver) => {
    const broker = await startPrivateBroker();
    if (broker === null) throw new SkippedFault("there is no nats-server");
    try {
      return await inTemporaryDirectory((data) => rounds(print, count, isOver, { data, broker: broker.url }));
    } finally {
      await broker.remove();
    }
  },
};
