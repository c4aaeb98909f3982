/** A client that keeps working during faults. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultyServer } from "./server.ts";

/** Limit on the p99 of other clients (ms). */
export const OTHER_CLIENTS_LIMIT_MS = 1_000;

/** Creates a scenario of the default area of any model; returns its ID. */
export async function createScenario(server: FaultyServer): Promise<number> {
  const { status, body } = await server.send("POST", "/scenarios", { scenario: { end_year: 2050 } });
  if (status !== 200) throw new Error(`no initial scenario: ${status} ${JSON.stringify(body)}`);
  return (body as { readonly id: number }).id;
}

/** Changes another scenario until `stop`, which returns the time of each change (ms) and the unexpected responses. */
export function startOtherClient(server: FaultyServer, id: number, pauseMs = 50) {
  const times: number[] = [];
  const unexpectedResponses: string[] = [];
  const abortController = new AbortController();
  const pendingWork = (async () => {
    for (let n = 0; !abortController.signal.aborted; n++) {
      const { status, milliseconds } = await server.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { n } } });
      times.push(milliseconds);
      if (status !== 200) unexpectedResponses.push(`another client's change returned ${status}`);
      await sleep(pauseMs);
    }
  })();
  return {
    stop: async () => {
      abortController.abort();
      await pendingWork;
      return { times, unexpectedResponses };
    },
  };
}
