/** The server under comparison over HTTP. */
import { ServerProcess } from "@etesian/workbench/server-process";
import type { Reference } from "../reference.ts";

/** Servers of one deployment that serve the reference model, and a user's token for them. */
export interface RunningServers {
  readonly urls: readonly string[];
  readonly token: string;
}

/** Runs work with the given servers or, if null, with a server that is started for it and stopped afterwards. */
export async function withServer(
  runningServers: RunningServers | null,
  reference: Reference,
  work: (servers: RunningServers) => Promise<void>,
): Promise<void> {
  if (runningServers !== null) return work(runningServers);
  const server = new ServerProcess({ model: reference.model });
  try {
    await server.waitUntilReady();
    await work({ urls: [server.url], token: await server.token() });
  } finally {
    await server.stop();
  }
}
