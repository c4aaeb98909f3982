/**
 * Servers with the page, shared by all test files of the lane. Each is started when a file first requests it, and
 * stopped after the last file. Test files run in several processes, and request servers over HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess } from "@etesian/workbench/server-process";
import { shareModelCache } from "@etesian/standalone/testing";
import { measuredModel, starter } from "@etesian/workbench/server";
import type { TestProject } from "vitest/node";

/** `reference` is the reference model if it is present, otherwise the included one. */
export type SharedModel = "included" | "reference";

export interface SharedServer {
  readonly url: string;
  /** Its data directory. */
  readonly data: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the lending server: `URL/included` returns a `SharedServer`. */
    readonly lender: string;
    /** Whether the run updates snapshots (`-u`). */
    readonly isUpdatingSnapshots: boolean;
  }
}

/** Starts a test's own server, with the page. The caller stops it, and removes its data. */
export async function startPageServer(
  model: SharedModel,
  {
    data = mkdtempSync(join(tmpdir(), "etesian-page-")),
    port = "0",
    publicUrl,
  }: { readonly data?: string; readonly port?: string; readonly publicUrl?: string } = {},
): Promise<ServerProcess> {
  const { model: directory, area } = model === "included" ? starter : measuredModel;
  shareModelCache(directory, data);
  const names = publicUrl === undefined ? [] : ["--public-url", publicUrl];
  const flags = ["--host", "0.0.0.0", "--port", port, ...names];
  const server = new ServerProcess({
    model: directory,
    data,
    hasPage: true,
    flags: model === "included" ? flags : [...flags, "--first-areas", area],
  });
  await server.waitUntilReady();
  await server.waitUntilPageReady();
  return server;
}

/** The URL of a server that listens on all interfaces: browsers trust the loopback URL without HTTPS. */
export const localUrl = ({ url }: Pick<ServerProcess, "url">): string => `http://localhost:${new URL(url).port}`;

/** Called by vitest before the first file of the lane; the returned function is called after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Promise<ServerProcess>>();
  const lend = (model: SharedModel): Promise<ServerProcess> => {
    const running = servers.get(model) ?? startPageServer(model);
    servers.set(model, running);
    return running;
  };
  const lender = createServer(({ url }, response) => {
    const respond = (status: number, body: string): void => void response.writeHead(status).end(body);
    if (url !== "/included" && url !== "/reference") respond(404, `expected /included or /reference, found ${url}`);
    else {
      lend(url === "/included" ? "included" : "reference").then(
        (server) => respond(200, JSON.stringify({ url: localUrl(server), data: server.data } satisfies SharedServer)),
        (error: unknown) => respond(500, String(error)),
      );
    }
  });
  await new Promise<void>((resolve) => lender.listen(0, "127.0.0.1", resolve));
  project.provide("lender", `http://127.0.0.1:${(lender.address() as AddressInfo).port}`);
  project.provide("isUpdatingSnapshots", project.config.snapshotOptions.updateSnapshot === "all");
  return async () => {
    lender.closeAllConnections();
    lender.close();
    for (const starting of servers.values()) {
      const server = await starting.catch(() => null);
      if (server === null) continue;
      await server.stop();
      rmSync(server.data, { recursive: true });
    }
  };
}
