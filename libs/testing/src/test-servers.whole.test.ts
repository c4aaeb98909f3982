/** Tests the choice of servers. The fake Docker socket responds, but starts nothing. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDockerRunning, SERVERS, startServers, needsLocalServers } from "./test-servers.ts";

let directory: string;
let host: string;
let docker: HttpServer | null = null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-docker-"));
  host = `unix://${directory}/docker.sock`;
});
afterEach(async () => {
  await new Promise((resolve) => (docker === null ? resolve(null) : docker.close(resolve)));
  docker = null;
  rmSync(directory, { recursive: true, force: true });
});

async function startFakeDocker(status = 200): Promise<void> {
  docker = createServer((request, response) => response.writeHead(request.url === "/_ping" ? status : 404).end());
  await new Promise<void>((resolve) => docker!.listen(new URL(host).pathname, resolve));
}

/** An environment that records the names of started and stopped servers, and the messages. */
function fakeEnvironment(
  environment: { [variable: string]: string | undefined },
  failing: readonly string[] = [],
  programs: readonly string[] = [],
) {
  const [started, stopped, lines]: [string[], string[], string[]] = [[], [], []];
  return {
    environment: { DOCKER_HOST: host, ...environment } as { [variable: string]: string | undefined },
    started,
    stopped,
    lines,
    log: (line: string) => lines.push(line),
    start: async ({ name, port }: (typeof SERVERS)[number]) => {
      if (failing.includes(name)) throw new Error("no such image");
      started.push(name);
      return { address: `docker.test:${port + 1}`, stop: async () => stopped.push(name) };
    },
    startLocally: ({ name, port }: (typeof SERVERS)[number]) =>
      programs.includes(name)
        ? (async () => {
            if (failing.includes(name)) throw new Error("no memory");
            started.push(name);
            return { address: `here.test:${port + 1}`, stop: async () => stopped.push(name) };
          })()
        : null,
  };
}

describe("test servers with Docker", () => {
  test("all servers are started, with their addresses in variables, and removed afterwards", async () => {
    await startFakeDocker();
    const fake = fakeEnvironment({});
    const remove = await startServers(fake);
    expect(fake.environment).toMatchObject({
      DATABASE_URL: "postgres://postgres@docker.test:5433/postgres",
      NATS_URL: "nats://docker.test:4223",
      EVENTSTORE_URL: "esdb://docker.test:2114?tls=false",
    });
    expect(fake.stopped).toEqual([]);
    await remove();
    expect(fake.stopped.toSorted()).toEqual(["EventStoreDB", "NATS", "PostgreSQL"]);
  });

  test("a server named by a variable is used and not started", async () => {
    await startFakeDocker();
    const fake = fakeEnvironment({ DATABASE_URL: "postgres://mine/test" });
    await startServers(fake);
    expect(fake.started.toSorted()).toEqual(["EventStoreDB", "NATS"]);
    expect(fake.environment["DATABASE_URL"]).toBe("postgres://mine/test");
  });

  test("a server that fails to start is reported, and a local one may replace it", async () => {
    await startFakeDocker();
    const fake = fakeEnvironment({}, ["NATS"]);
    await startServers(fake);
    expect(fake.started.toSorted()).toEqual(["EventStoreDB", "PostgreSQL"]);
    expect(fake.environment["NATS_URL"]).toBeUndefined();
    expect(fake.lines).toEqual([
      "NATS failed to start in a container (Error: no such image); looking for a running server",
    ]);
  });
});

test.each([
  ["is missing", null],
  ["responds with an error", 500],
])("no server is started when Docker %s", async (_, status) => {
  if (status !== null) await startFakeDocker(status);
  expect(await isDockerRunning(host)).toBe(false);
  const fake = fakeEnvironment({});
  await (
    await startServers(fake)
  )();
  expect([fake.started, fake.stopped, fake.lines]).toEqual([[], [], []]);
});

describe("test servers with an EventStoreDB program and without Docker", () => {
  test("the EventStoreDB program is started, with its address in a variable, and stopped afterwards", async () => {
    const fake = fakeEnvironment({}, [], ["EventStoreDB"]);
    const remove = await startServers(fake);
    expect(fake.environment["EVENTSTORE_URL"]).toBe("esdb://here.test:2114?tls=false");
    expect(fake.lines).toEqual(["started a local EventStoreDB for the tests at here.test:2114"]);
    await remove();
    expect([fake.started, fake.stopped]).toEqual([["EventStoreDB"], ["EventStoreDB"]]);
    expect(fake.lines.at(-1)).toBe("stopped the local EventStoreDB");
  });

  test("a server named by a variable is used instead", async () => {
    const fake = fakeEnvironment({ EVENTSTORE_URL: "esdb://mine" }, [], ["EventStoreDB"]);
    await startServers(fake);
    expect([fake.started, fake.environment["EVENTSTORE_URL"]]).toEqual([[], "esdb://mine"]);
  });

  test("an EventStoreDB program that fails to start is reported and ignored", async () => {
    const fake = fakeEnvironment({}, ["EventStoreDB"], ["EventStoreDB"]);
    await startServers(fake);
    expect(fake.lines).toEqual([
      "EventStoreDB failed to start on this machine (Error: no memory); looking for a running server",
    ]);
  });
});

test("containers run the images in docker-compose.yml", () => {
  for (const { image } of SERVERS) expect(image).toMatch(/^(postgres|nats|eventstore\/eventstore):\d+/);
});

test.each([
  [["run", "--reporter", "json", "--outputFile.json=a"], true],
  [["run", "--project", "stores"], true],
  [["run", "--project", "system", "services/curves"], false],
  [["run", "services/curves", "libs/event-store/src/event-store.contract"], true],
])("a local program is started for whole projects and for files that need it: %j", (args, isStarted) => {
  expect(needsLocalServers(args)).toBe(isStarted);
});
