/** A server of this process for tests. */
import { settingsOf, startServices } from "@etesian/service-kit";
import { SERVICES } from "./services.ts";

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts with the defaults but for what is given, on any free port, silently. */
export async function startForTest(given: {
  readonly model: string;
  readonly data: string;
  readonly [setting: string]: unknown;
}): Promise<TestServer> {
  const defaults = Object.fromEntries(
    Object.entries(settingsOf(SERVICES)).map(([name, { fallback }]) => [name, fallback]),
  );
  const values = { ...defaults, port: 0, workers: 1, logLevel: "silent", ...given };
  const { url, shutdown } = await startServices("standalone", SERVICES, values);
  return { url: url, close: () => shutdown.stop() };
}
