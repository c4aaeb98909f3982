/** Tests the image, built from the Dockerfile and started as a container: alone, and as Compose starts its services. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { testStores } from "@etesian/event-store/testing";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { freePort, PROJECT } from "@etesian/service-kit";
import { SERVICES } from "@etesian/standalone/services";
import { skipNote } from "@etesian/testing/registry";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { resolveComposeFile } from "./compose.ts";
import { Image } from "./image.ts";

/** Packages that only build the page, the website or the client, or check the project. */
const TOOLS = [
  "vite",
  "vitepress",
  "rolldown",
  "react",
  "react-dom",
  "@vitejs/plugin-react",
  "react-aria-components",
  "typescript",
];

/** Six services start concurrently, possibly on a busy machine; docs/promises.md sets no limit on startup time. */
const START_OPTIONS = { timeout: 240_000 };

let directory: string;
let image: Image;

beforeAll(async () => {
  if (skipNote !== "") return;
  directory = mkdtempSync(join(tmpdir(), "etesian-image-"));
  chmodSync(directory, 0o755);
  const dockerfile = readFileSync(join(PROJECT, "Dockerfile"), "utf8");
  // The package store of the project's installation.
  const installation = readFileSync(join(PROJECT, "node_modules/.modules.yaml"), "utf8");
  const [, store] = /"storeDir": "(.*)\/[^/]+"/.exec(installation)!;
  image = await Image.build({ dockerfile, context: PROJECT, directory }, { "/pnpm": store! });
}, 400_000);
afterAll(() => {
  if (skipNote !== "") return;
  image?.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a container for the duration of the test; returns its process, and its output so far. */
function start(...args: Parameters<Image["start"]>): { readonly process: ChildProcess; readonly output: () => string } {
  const process = image.start(...args);
  onTestFinished(async () => {
    const exited = once(process, "exit");
    if (process.exitCode === null && process.kill()) await exited;
  });
  let output = "";
  for (const stream of [process.stdout!, process.stderr!])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { process, output: () => output };
}

/** Checks the page and the API from outside. */
async function expectPageAndApi(url: string): Promise<void> {
  const page = async (): Promise<string> => (await fetch(url, { headers: { accept: "text/html" } })).text();
  await expect.poll(page).toContain('id="page"');
  const assets = [...(await page()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(assets).not.toEqual([]);
  for (const path of [...assets, "/docs/planner.html", "/docs/client.tgz", "/docs/engine.tgz", `/docs/${WHEEL_NAME}`])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  const send = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(`${url}/api/v3${path}`, { method, headers, body: JSON.stringify(body) })).json();
  };
  // Right after startup a service may still be reconnecting to another; a client retries after the 503.
  let id: number | undefined;
  await expect
    .poll(async () => {
      const creation = (await send("POST", "/scenarios", {})) as { readonly id?: number };
      id = creation.id;
      return creation;
    })
    .toHaveProperty("id");
  expect(await send("PUT", `/scenarios/${id}`, { gqueries: ["share_of_renewable_electricity"] })).toMatchObject({
    gqueries: { share_of_renewable_electricity: { present: 0.497322514150532 } },
  });
}

test.skipIf(skipNote !== "")(`the image has the packages that services need, and no tools${skipNote}`, () => {
  expect(image.packages).toContain("fastify");
  expect(TOOLS.filter((name) => image.packages.has(name))).toEqual([]);
});

test.skipIf(skipNote !== "")(
  `a container serves the page and the API, without privileges and on a read-only root${skipNote}`,
  async () => {
    // Docker would map ports; this container uses the machine's.
    const ports = { ETESIAN_PORT: String(await freePort()), ETESIAN_OPERATIONS_PORT: String(await freePort()) };
    const environment = { ...ports, ETESIAN_HOST: "127.0.0.1", ETESIAN_NO_WARM_UP: "true" };
    expect((await image.health(environment)).code).toBe(1);
    const { output } = start(environment);
    await expect.poll(output, START_OPTIONS).toContain("  ready ");
    expect((await image.health(environment)).code).toBe(0);
    await expectPageAndApi(`http://127.0.0.1:${ports.ETESIAN_PORT}`);
    expect(existsSync(join(image.root, "data/events.db"))).toBe(true);
    expect(output()).not.toMatch(/warn|error|EACCES|EROFS/i);
  },
);

test.skipIf(skipNote !== "")(
  `the services of docker-compose.yml serve the page and the API, each within its memory limit${skipNote}`,
  async (context) => {
    if (process.platform !== "linux") context.skip("only Linux gives each container its own address");
    const postgres = (await testStores()).find(({ name }) => name === "PostgreSQL")!;
    if (postgres.missing !== null) context.skip(postgres.missing);
    const nats = await findNats();
    const store = await postgres.create();
    onTestFinished(() => store.remove());
    const bus = "url" in nats ? `${nats.url}/compose_${process.pid}` : "nats://127.0.0.1:1";
    if ("url" in nats) onTestFinished(() => removeStreams(bus));

    const { services } = resolveComposeFile({
      ETESIAN_TOKEN: "of the test",
      POSTGRES_PASSWORD: "password",
      NATS_PASSWORD: "p4ss",
    });
    // Containers use the same ports, and have host names as addresses.
    const network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`;
    const addressOf = (name: string): string =>
      `${network}.${1 + SERVICES.findIndex((service) => service.name === name)}`;
    const addresses: Readonly<Record<string, string>> = {
      "postgres://etesian:password@postgres/etesian": store.url,
      "nats://nats:4222": bus,
    };
    const resolveAddress = (value: string): string =>
      addresses[value] ?? value.replace(/^dns:\/\/\/([\w-]+):/, (_, name: string) => `dns:///${addressOf(name)}:`);
    const containers = SERVICES.map(({ name }) => {
      const { environment = {}, command, volumes = [], mem_limit: limit } = services[name]!;
      for (const [, source, target] of volumes.map((volume) => /^(\.[^:]*):([^:]+)/.exec(volume) ?? []))
        if (source !== undefined && target !== undefined) image.mount(join(PROJECT, source), target);
      const hosts = ["HOST", "RPC_HOST", "OPERATIONS_HOST"].map(
        (host) => [`ETESIAN_${host}`, addressOf(name)] as const,
      );
      const variables = Object.entries(environment).map(
        ([variable, value]) => [variable, resolveAddress(String(value))] as const,
      );
      return { name, limit: limit!, ...start(Object.fromEntries([...hosts, ...variables]), command) };
    });
    // Includes the name, so that a failure identifies the service that is not ready.
    for (const { name, output } of containers)
      await expect.poll(() => `${name}: ${output()}`, START_OPTIONS).toContain("  ready ");
    await expectPageAndApi(`http://${addressOf("gateway")}:3000`);
    for (const { name, process, limit } of containers) {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))!;
      const [, size, unit] = /^(\d+)([mg])$/.exec(limit)!;
      const megabytes = Number(size) * (unit === "g" ? 1024 : 1);
      expect([name, Number(kilobytes) / 1024 < megabytes]).toEqual([name, true]);
    }
  },
);
