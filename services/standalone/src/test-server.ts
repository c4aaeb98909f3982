/** A server of this process for tests. */
import { settings, type Values } from "./settings.ts";
import { startStandalone } from "./start.ts";

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts with the defaults but for what is given, on any free port, silently. */
export async function startForTest(
  given: Partial<Values> & { readonly model: string; readonly data: string },
): Promise<TestServer> {
  const defaults = Object.fromEntries(
    Object.entries(settings).map(([name, { fallback }]) => [name, fallback]),
  ) as Values;
  const { url, shutdown } = await startStandalone(
    { ...defaults, port: 0, workers: 1, logLevel: "silent", ...given },
    () => {},
  );
  return { url, close: () => shutdown.stop() };
}
