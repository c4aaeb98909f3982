/**
 * Comments in a cluster whose two processes of the scenarios service are killed in turn, while people comment, follow
 * and lose their role: each acknowledged comment exists once, and a removed person can no longer read comments.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { changesOf, connect } from "@etesian/client";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { issueToken } from "@etesian/standalone/testing";
import { starter } from "@etesian/workbench/server";
import { GatewayRotation } from "./cluster.ts";
import { type Fault, inTemporaryDirectory } from "./fault.ts";

/** Kills per round, and comments of each person during one kill. */
const KILLS = 2;
const COMMENTS = 6;
/** The comment after which a person loses their role: the first comment during the second kill. */
const LEAVES_AFTER = COMMENTS;
const PEOPLE = ["owner", "first", "second", "leaver"] as const;
const SLIDER = "capacity_of_energy_power_wind_turbine_offshore";
/** Pause (ms) before a request without a response, or with 503, is repeated under its key. */
const RETRY_MS = 100;
/** Longest time (ms) until a follower has received the version of the last comment. */
const FOLLOW_TIMEOUT_MS = 120_000;

interface CommentResponse {
  readonly id: number;
  readonly text: string | null;
}

class Person {
  readonly token: string;
  readonly #front: GatewayRotation;
  #keys = 0;
  repeatedRequests = 0;

  constructor(token: string, front: GatewayRotation) {
    this.token = token;
    this.#front = front;
  }

  /** Repeats a request under its key until there is a response; returns the status and the body. */
  async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const key = `comment-${this.token.slice(-12)}-${(this.#keys += 1)}`;
    for (;;) {
      const headers = { authorization: `Bearer ${this.token}`, "idempotency-key": key };
      const response = await this.#front.send(method, path, body, headers);
      if (response.status !== 503 && response.status !== 0) return response;
      this.repeatedRequests += 1;
      await sleep(RETRY_MS);
    }
  }

  /** @throws for a response that is not a success */
  async get<Body>(path: string, method = "GET", body?: object): Promise<Body> {
    const response = await this.send(method, path, body);
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as Body;
  }
}

/** Follows the team of a scenario through reconnections; returns the last reported version of the comments. */
function follow(url: string, person: Person, id: number, signal: AbortSignal) {
  const lastReport = { version: -1 };
  const api = connect({ url, token: person.token });
  void (async () => {
    while (!signal.aborted) {
      try {
        const onTeam = ({ comments }: { readonly comments: number | null }): void => {
          lastReport.version = comments ?? lastReport.version;
        };
        for await (const _ of changesOf(api, id, { signal, onTeam }));
      } catch {
        // Killed processes end streams; the next one starts with the current state.
      }
      await sleep(RETRY_MS);
    }
  })();
  return lastReport;
}

async function runRound(
  { cluster, people, url }: { readonly cluster: Cluster; readonly people: readonly Person[]; readonly url: string },
  roundNumber: number,
): Promise<{ readonly comments: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const [owner, , , leaver] = people as [Person, Person, Person, Person];
  const { id } = await owner.get<{ readonly id: number }>("/scenarios", "POST", {
    scenario: { area_code: "nl", end_year: 2050, private: roundNumber % 2 === 0 },
  });
  const changeUsers = (method: string, names: readonly string[]) =>
    owner.get(`/scenarios/${id}/users`, method, {
      scenario_users: names.map((name) => ({ user_email: emailOf(name), role: "scenario_viewer" })),
    });
  await changeUsers("POST", PEOPLE.slice(1));
  const abortController = new AbortController();
  const lastReport = follow(url, people[1]!, id, abortController.signal);
  const path = `/scenarios/${id}/comments`;
  const acknowledgedTexts: string[] = [];
  const comment = async (person: Person, personIndex: number, n: number): Promise<void> => {
    const text = `${PEOPLE[personIndex]} ${n}`;
    const response = await person.send("POST", path, { comment: { slider: SLIDER, text } });
    if (response.status === 201) acknowledgedTexts.push(text);
    else if (person !== leaver) problems.push(`the response to a comment was ${response.status}`);
    if (person !== leaver || n < LEAVES_AFTER) return;
    if (n === LEAVES_AFTER) await changeUsers("DELETE", ["leaver"]);
    else if (response.status === 201) problems.push("a removed person commented");
    const readResponse = await person.send("GET", path);
    if (readResponse.status < 400) problems.push("a removed person read comments");
  };
  const members = cluster.membersOf("scenarios");
  for (let kill = 0; kill < KILLS; kill++) {
    const pendingComments = people.map(async (person, personIndex) => {
      for (let n = kill * COMMENTS; n < (kill + 1) * COMMENTS; n++) await comment(person, personIndex, n);
    });
    const member = members[(roundNumber + kill) % members.length]!;
    const { pid } = member;
    const previousCount = acknowledgedTexts.length;
    const pendingKill = (async () => {
      while (acknowledgedTexts.length < previousCount + PEOPLE.length) await sleep(5);
      member.signal("SIGKILL");
      while (member.pid === pid || member.pid === null) await sleep(10);
      await member.waitUntilReady();
    })();
    await Promise.all([...pendingComments, pendingKill]);
  }

  const { version, comments } = await owner.get<{
    readonly version: number;
    readonly comments: readonly CommentResponse[];
  }>(path);
  const texts = comments.map(({ text }) => text);
  for (const text of acknowledgedTexts) {
    const count = texts.filter((item) => item === text).length;
    if (count !== 1) problems.push(`the acknowledged comment "${text}" exists ${count} times`);
  }
  if (texts.length !== acknowledgedTexts.length)
    problems.push(`${texts.length} comments exist, ${acknowledgedTexts.length} were acknowledged`);
  if (new Set(comments.map((comment) => comment.id)).size !== comments.length)
    problems.push("two comments have the same ID");
  for (const end = performance.now() + FOLLOW_TIMEOUT_MS; lastReport.version < version && performance.now() < end;)
    await sleep(50);
  if (lastReport.version !== version) problems.push(`a follower received version ${lastReport.version} of ${version}`);
  abortController.abort();
  return { comments: comments.length, problems };
}

const emailOf = (name: string): string => `${name}@comments.example.org`;

export const commentsDuringKills: Fault = {
  description: `both processes of scenarios killed (kill -9) in turn while ${PEOPLE.length} people comment, follow and lose their role`,
  rounds: 20,
  run: (print, rounds, isOver) =>
    inTemporaryDirectory(async (directory) => {
      const data = join(directory, "data");
      const cluster = await Cluster.start({
        services: SERVICES,
        replicas: { gateway: 2, scenarios: 2 },
        values: { model: starter.model, data, workers: 1, logLevel: "error" },
        port: 0,
        operationsPort: 0,
      });
      try {
        const front = new GatewayRotation(cluster.urls);
        const stores = { data, store: null, keys: null };
        const people: Person[] = [];
        for (const name of PEOPLE) people.push(new Person(await issueToken(stores, emailOf(name)), front));
        let comments = 0;
        let completedRounds = 0;
        for (; completedRounds < rounds && !isOver(); completedRounds++) {
          const counts = await runRound({ cluster, people, url: cluster.urls[0]! }, completedRounds);
          comments += counts.comments;
          if (counts.problems.length > 0) return counts.problems;
        }
        const repeatedRequests = people.reduce((sum, person) => sum + person.repeatedRequests, 0);
        print(
          `${comments} comments of ${PEOPLE.length} people, ${KILLS * completedRounds} kills, ${repeatedRequests} requests repeated`,
        );
        return [];
      } finally {
        await cluster.stop();
      }
    }),
};
