/**
 * Servers for tests. With Docker, PostgreSQL, NATS and EventStoreDB run in containers for the whole test run, in the
 * versions of docker-compose.yml. Tests find them through environment variables; a variable that is already set names
 * the server to use instead. Without Docker, tests look for local servers, and are skipped with a message if there are
 * none. EventStoreDB is also started from a local program, if available.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Wait, WaitStrategy } from "testcontainers";
import { EventStoreDbNode, eventStoreDbCommand, freeNodePort } from "./eventstoredb-node.ts";

type WaitModule = typeof Wait;

export interface Server {
  readonly name: string;
  /** The environment variable with its address. */
  readonly variable: string;
  readonly image: string;
  readonly port: number;
  readonly command: readonly string[];
  readonly environment: { readonly [name: string]: string };
  /** Waits until the server is ready. */
  readonly ready: (wait: WaitModule) => WaitStrategy;
  /** `address` is "host:port". */
  readonly url: (address: string) => string;
}

interface RunningServer {
  /** Address of the server, as "host:port". */
  readonly address: string;
  readonly stop: () => Promise<unknown>;
}

const compose = readFileSync(join(import.meta.dirname, "../../../docker-compose.yml"), "utf8");

/** The image in docker-compose.yml, such as "postgres:17-alpine". */
function imageOf(name: string): string {
  const image = new RegExp(`^ +image: (${name}:\\S+)$`, "m").exec(compose)?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml has no image ${name}`);
  return image;
}

export const SERVERS: readonly Server[] = [
  {
    name: "PostgreSQL",
    variable: "DATABASE_URL",
    image: imageOf("postgres"),
    port: 5432,
    command: [],
    environment: { POSTGRES_HOST_AUTH_METHOD: "trust" },
    // Waits for the second message, because initialisation logs the first one.
    ready: (wait) => wait.forLogMessage(/database system is ready to accept connections/, 2),
    url: (address) => `postgres://postgres@${address}/postgres`,
  },
  {
    name: "NATS",
    variable: "NATS_URL",
    image: imageOf("nats"),
    port: 4222,
    command: ["--jetstream"],
    environment: {},
    ready: (wait) => wait.forLogMessage(/Server is ready/),
    url: (address) => `nats://${address}`,
  },
  {
    name: "EventStoreDB",
    variable: "EVENTSTORE_URL",
    image: imageOf("eventstore/eventstore"),
    port: 2113,
    command: ["--insecure", "--mem-db"],
    environment: {},
    ready: (wait) => wait.forHttp("/health/live", 2113).forStatusCode(204),
    url: (address) => `esdb://${address}?tls=false`,
  },
];

interface TestEnvironment {
  /** Environment variables that name servers; a variable is added for each started server. */
  readonly environment: { [variable: string]: string | undefined };
  /** Starts a server in a container. */
  readonly start: (server: Server) => Promise<RunningServer>;
  /** Starts a server as a local process; null if its program is missing. */
  readonly startLocally: (server: Server) => Promise<RunningServer> | null;
  readonly log: (line: string) => void;
}

/**
 * Starts servers whose variable is not set, if Docker or a local program is available. Returns a function that stops
 * them.
 */
export async function startServers({
  environment,
  start,
  startLocally,
  log,
}: TestEnvironment): Promise<() => Promise<void>> {
  const serversToStart = SERVERS.filter(({ variable }) => !environment[variable]);
  const runningServers: (RunningServer & Pick<Server, "name">)[] = [];
  const usesContainers = serversToStart.length > 0 && (await isDockerRunning(environment["DOCKER_HOST"]));
  const starts = serversToStart.map(async (server) => {
    try {
      const runningServer = await (usesContainers ? start(server) : startLocally(server));
      if (runningServer === null) return;
      runningServers.push({ ...runningServer, name: server.name });
      environment[server.variable] = server.url(runningServer.address);
      if (!usesContainers) log(`started a local ${server.name} for the tests at ${runningServer.address}`);
    } catch (error) {
      const location = usesContainers ? "in a container" : "on this machine";
      log(`${server.name} failed to start ${location} (${String(error)}); looking for a running server`);
    }
  });
  await Promise.all(starts);
  return async () => {
    await Promise.all(runningServers.map((server) => server.stop()));
    if (!usesContainers) for (const { name } of runningServers) log(`stopped the local ${name}`);
  };
}

const SOCKET = "unix:///var/run/docker.sock";
const RESPONSE_MS = 2_000;

/** Whether Docker is running at a host such as "unix:///path" or "tcp://host:port", the format of DOCKER_HOST. */
export function isDockerRunning(host = SOCKET): Promise<boolean> {
  const { protocol, pathname, hostname, port } = new URL(host);
  const target = protocol === "unix:" ? { socketPath: pathname } : { hostname, port };
  return new Promise((resolve) => {
    const ping = request({ ...target, path: "/_ping", timeout: RESPONSE_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on("timeout", () => ping.destroy());
    ping.on("error", () => resolve(false));
    ping.end();
  });
}

async function startContainer({ image, port, command, environment, ready }: Server): Promise<RunningServer> {
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(image)
    .withExposedPorts(port)
    .withCommand([...command])
    .withEnvironment({ ...environment })
    .withWaitStrategy(ready(Wait))
    .start();
  return { address: `${container.getHost()}:${container.getMappedPort(port)}`, stop: () => container.stop() };
}

/** Starts EventStoreDB with in-memory data. */
function startProcess({ variable }: Server): Promise<RunningServer> | null {
  const command = variable === "EVENTSTORE_URL" ? eventStoreDbCommand() : null;
  if (command === null) return null;
  return (async () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-eventstoredb-"));
    const node = new EventStoreDbNode(command, directory, await freeNodePort(), ["--mem-db"]);
    const stop = async (): Promise<void> => {
      await node.end("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    };
    node.start();
    await node.waitUntilReady().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { address: node.address, stop };
  })();
}

/** Tests that check more with a real EventStoreDB than with the test server. */
const EVENTSTOREDB_TESTS = /event-?store|operating|standalone\.test/i;

/**
 * Whether a run justifies the seconds that it takes to start EventStoreDB: a run of whole projects or of EventStoreDB's
 * tests does. `args` are vitest's arguments.
 */
export function needsLocalServers(args: readonly string[]): boolean {
  const isValue = (index: number): boolean => /^--[^=]+$/.test(args[index - 1] ?? "");
  const patterns = args.filter((arg, index) => index > 0 && !arg.startsWith("-") && !isValue(index));
  return patterns.length === 0 || patterns.some((pattern) => EVENTSTOREDB_TESTS.test(pattern));
}

/** vitest's global setup for projects that need servers; returns the teardown. */
export const setup = (): Promise<() => Promise<void>> =>
  startServers({
    environment: process.env,
    start: startContainer,
    startLocally: needsLocalServers(process.argv.slice(2)) ? startProcess : () => null,
    log: (line) => console.log(line),
  });
