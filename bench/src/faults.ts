/**
 * `npm run faults -- [--rounds N] [name …]`: what becomes of the standalone server when things break under it. Real
 * processes, real signals, a real full disk. Exit code 1 when something acknowledged was lost or did not come back.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Print } from "./report.ts";
import { measured, type Server, startServer } from "./server.ts";
import { findQueries, findSliders, type Slider } from "./sliders.ts";

interface Fault {
  readonly about: string;
  /** What went wrong; nothing when all is well. */
  readonly run: (print: Print, rounds: number) => Promise<readonly string[]>;
}

const CLIENTS = 20;
/** Scenarios that several clients change at the same time, each its own slider. */
const SHARED = 2;
const NOBODY = "nats://127.0.0.1:9";

interface Answer {
  readonly status: number;
  readonly body: { readonly id: number; readonly user_values: { readonly [input: string]: number | string } };
}

/** Null when there was no answer. */
async function request(server: Server, method: string, path: string, body?: unknown): Promise<Answer | null> {
  try {
    const response = await fetch(`${server.url}/api/v3${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return null;
  }
}

/** A client that moves one slider of one scenario, and what it was told. */
interface Client {
  readonly id: number;
  readonly slider: Slider;
  moves: number;
  /** The last position the server said it has. */
  acknowledged: number | null;
  /** Positions sent since, without an answer: they may or may not have been kept. */
  unanswered: number[];
}

async function makeClients(server: Server): Promise<readonly Client[]> {
  const create = async (): Promise<number> => {
    const scenario = { area_code: measured.area, end_year: 2050 };
    return (await server.ask<{ id: number }>("POST", "/scenarios", { scenario })).id;
  };
  const shared = await Promise.all(Array.from({ length: SHARED }, create));
  const sliders = await findSliders(server, shared[0]!, CLIENTS);
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, n) => ({
      // Half of them work on scenarios of their own.
      id: n % 2 ? await create() : shared[(n / 2) % SHARED]!,
      slider: sliders[n % sliders.length]!,
      moves: 0,
      acknowledged: null,
      unanswered: [],
    })),
  );
}

/** Clients at work on a server. */
interface Work {
  stopped: boolean;
  /** Changes that the server said it has. */
  acknowledged: number;
  /** Answers that nobody should get. */
  readonly strange: string[];
}

/** Moves the client's slider as often as it can until told to stop. */
async function moveSlider(server: Server, client: Client, work: Work): Promise<void> {
  const { id, slider } = client;
  while (!work.stopped) {
    const position = slider.at(++client.moves);
    client.unanswered.push(position);
    const answer = await request(server, "PUT", `/scenarios/${id}`, {
      scenario: { user_values: { [slider.key]: position } },
    });
    if (answer === null) {
      if (!work.stopped) await sleep(20);
    } else if (answer.status === 200) {
      client.acknowledged = position;
      client.unanswered = [];
      work.acknowledged += 1;
    } else if (answer.status === 503) {
      await sleep(20);
    } else {
      work.strange.push(`PUT of scenario ${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
  }
}

/** Scenarios that cannot be read, and sliders that are not where their client was told they are. */
async function lost(server: Server, clients: readonly Client[]): Promise<string[]> {
  const problems: string[] = [];
  for (const client of clients) {
    const { id, slider, acknowledged, unanswered } = client;
    const answer = await request(server, "GET", `/scenarios/${id}`);
    if (answer?.status !== 200) {
      problems.push(`scenario ${id} is not readable: ${answer?.status ?? "no answer"}`);
      continue;
    }
    const position = answer.body.user_values[slider.key] ?? null;
    if (position !== acknowledged && !unanswered.includes(Number(position))) {
      problems.push(`scenario ${id}: ${slider.key} is ${position}, acknowledged was ${acknowledged}`);
    }
    client.acknowledged = position === null ? null : Number(position);
    client.unanswered = [];
  }
  return problems;
}

const killed: Fault = {
  about: `kill -9 while ${CLIENTS} clients move sliders, then start again`,
  run: async (print, rounds) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-faults-"));
    const problems: string[] = [];
    let server = await startServer([], data);
    const clients = await makeClients(server);
    let total = 0;
    try {
      for (let round = 1; round <= rounds && problems.length === 0; round++) {
        const current = server;
        const work: Work = { stopped: false, acknowledged: 0, strange: problems };
        const working = clients.map((client) => moveSlider(current, client, work));
        // From when it is under way, each round another moment.
        while (work.acknowledged === 0 && problems.length === 0) await sleep(5);
        await sleep((round * 137) % 700);
        await current.kill();
        work.stopped = true;
        await Promise.all(working);
        total += work.acknowledged;
        server = await startServer([], data);
        problems.push(...(await lost(server, clients)));
        if (round % 10 === 0 || round === rounds) {
          print(`round ${round} of ${rounds}: ${total} acknowledged changes, ${problems.length} problems`);
        }
      }
      // Readable is one thing, calculable another.
      const gqueries = await findQueries(server, clients[0]!.id, 1);
      for (const { id } of clients) await server.ask("PUT", `/scenarios/${id}`, { gqueries });
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
    return problems;
  },
};

const mount = (...args: readonly string[]): boolean => spawnSync("mount", args).status === 0;

const fullDisk: Fault = {
  about: "a disk without room for events, and room again",
  run: async (print) => {
    const disk = mkdtempSync(join(tmpdir(), "etesian-disk-"));
    if (!mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", disk)) {
      print("skipped: a small disk cannot be mounted here (it takes root)");
      rmSync(disk, { recursive: true });
      return [];
    }
    mkdirSync(join(disk, "store"));
    const server = await startServer(["--store", `sqlite:${join(disk, "store/events.db")}`]);
    const problems: string[] = [];
    try {
      const clients = await makeClients(server);
      const [{ id } = { id: 0 }] = clients;
      const fill = (n: number) =>
        request(server, "PUT", `/scenarios/${id}`, { scenario: { metadata: { n, fill: "x".repeat(60_000) } } });
      let kept = 0;
      let refused: Answer | null = null;
      for (let n = 1; n < 200 && refused === null; n++) {
        const answer = await fill(n);
        if (answer?.status === 200) kept = n;
        else refused = answer;
      }
      print(`after ${kept} large changes: ${refused?.status}`);
      if (refused?.status !== 503) problems.push(`a full disk answered ${refused?.status ?? "nothing"}, expected 503`);
      const now = await server.ask<{ metadata: { n: number } }>("GET", `/scenarios/${id}`);
      if (now.metadata.n !== kept)
        problems.push(`the scenario shows change ${now.metadata.n}, acknowledged was ${kept}`);
      problems.push(...(await lost(server, clients)));
      if (!mount("-o", "remount,size=64m", disk)) problems.push("the disk could not be made larger");
      const again = await fill(kept + 1);
      if (again?.status !== 200) problems.push(`with room again the server answered ${again?.status ?? "nothing"}`);
    } finally {
      await server.stop();
      spawnSync("umount", [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
    return problems;
  },
};

const deadBroker: Fault = {
  about: "a message broker that is not there",
  run: async (print) => {
    const server = await startServer(["--bus", NOBODY, "--log-level", "silent"]);
    const problems: string[] = [];
    try {
      const clients = await makeClients(server);
      const work: Work = { stopped: false, acknowledged: 0, strange: problems };
      const working = clients.map((client) => moveSlider(server, client, work));
      await sleep(2_000);
      work.stopped = true;
      await Promise.all(working);
      print(`${work.acknowledged} changes in two seconds without broker`);
      if (work.acknowledged < CLIENTS) problems.push("changes wait for the broker");
      problems.push(...(await lost(server, clients)));
      const { status } = await fetch(`${server.url}/readyz`);
      if (status !== 200) problems.push(`not ready without broker: ${status}`);
    } finally {
      await server.stop();
    }
    return problems;
  },
};

const FAULTS: { readonly [name: string]: Fault } = { kill: killed, disk: fullDisk, broker: deadBroker };

const HELP = `Usage: npm run faults -- [--rounds N] [name …]        (all when none is named)

${Object.entries(FAULTS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n")}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "50" }, help: { type: "boolean", short: "h", default: false } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => FAULTS[name] === undefined);
if (values.help) {
  process.stdout.write(HELP);
} else if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write(
    unknown.length > 0
      ? `unknown: ${unknown.join(", ")}\n\n${HELP}`
      : `--rounds ${values.rounds}: expected a whole number from 1\n`,
  );
  process.exitCode = 2;
} else {
  for (const [name, fault] of Object.entries(FAULTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const print: Print = (line) => process.stdout.write(`  ${line}\n`);
    process.stdout.write(`${name}: ${fault.about}, ${measured.area}\n`);
    const problems = await fault.run(print, rounds);
    for (const problem of problems.slice(0, 20)) print(`✗ ${problem}`);
    print(problems.length === 0 ? "✓ nothing lost" : `${problems.length} problem(s)`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
