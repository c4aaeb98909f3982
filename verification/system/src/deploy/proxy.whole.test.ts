/** Tests the proxy of docker-compose.yml in front of a real server, if Caddy is installed. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeVillage } from "@etesian/compute/testing";
import { freePort, PROJECT } from "@etesian/service-kit";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CADDY = process.env["CADDY_COMMAND"] ?? "caddy";
const isInstalled = spawnSync(CADDY, ["version"]).status === 0;
const CONFIG = ["--config", join(PROJECT, "deploy/Caddyfile"), "--adapter", "caddyfile"];

interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

describe.skipIf(!isInstalled)(`deploy/Caddyfile${isInstalled ? "" : " (skipped: caddy is not installed)"}`, () => {
  let directory: string;
  let server: TestServer;
  let port: number;
  let stop: () => void;
  const agent = new Agent({ rejectUnauthorized: false });

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-proxy-"));
    writeVillage(join(directory, "village"));
    port = await freePort();
    const site = { publicUrl: `https://localhost:${port}`, trustProxy: 1 };
    server = await startForTest({ model: join(directory, "village"), data: join(directory, "data"), ...site });
    const environment = {
      PATH: process.env["PATH"],
      HOME: directory,
      XDG_DATA_HOME: join(directory, "certificates"),
      // For a local name, Caddy's own authority issues the certificate.
      ETESIAN_DOMAIN: `https://localhost:${port}`,
      ETESIAN_GATEWAY: new URL(server.url).host,
    };
    const caddy = spawn(CADDY, ["run", ...CONFIG], { env: environment, stdio: "ignore" });
    stop = () => caddy.kill();
    const isUp = (): Promise<boolean> =>
      send("/docs/json").then(
        ({ status }) => status === 200,
        () => false,
      );
    while (!(await isUp())) await sleep(100);
  });
  afterAll(async () => {
    stop();
    agent.destroy();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const send = (
    path: string,
    headers: { readonly [name: string]: string } = {},
    method = "GET",
  ): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const clientRequest = request({ host: "localhost", port, path, method, headers, agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode!, text }));
      });
      clientRequest.on("error", reject).end();
    });

  test("clients reach the API over HTTPS at the public URL", async () => {
    const { status, text } = await send("/api/v3/scenarios", { "content-type": "application/json" }, "POST");
    expect(status).toBe(200);
    expect((JSON.parse(text) as { readonly url: string }).url).toMatch(`https://localhost:${port}/api/v3/scenarios/`);
  });

  test.each(["/metrics", "/readyz", "/healthz"])("clients cannot reach %s", async (path) => {
    expect((await send(path)).status).toBe(404);
    expect((await fetch(server.url + path)).status).toBe(200);
  });

  test("an event of a scenario arrives immediately", async () => {
    const { text } = await send("/api/v3/scenarios", {}, "POST");
    const { id } = JSON.parse(text) as { readonly id: number };
    const first = await new Promise<string>((resolve, reject) => {
      const path = `/api/v3/scenarios/${id}/events`;
      const clientRequest = request({ host: "localhost", port, path, headers: { accept: "text/event-stream" }, agent });
      clientRequest.on("response", (response) => {
        response.setEncoding("utf8").once("data", (part: string) => {
          clientRequest.destroy();
          resolve(part);
        });
      });
      clientRequest.on("error", reject).end();
    });
    expect(first).toMatch(/^(?:id|event|data|retry|:)/);
  });
});
