/**
 * A thousand listeners to one scenario: checks that each receives every event once and in order, and measures the
 * delay.
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Benchmark, printDistribution, printFigure } from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findSliders } from "./sliders.ts";

const LISTENERS = 1_000;
const CHANGES = 100;
const PAUSE_MS = 100;
const LIMIT_MS = 100;
/** Time (ms) to wait for the last events. */
const MAX_DELAY_MS = 30_000;

export const listenersBenchmark: Benchmark = {
  about: `${LISTENERS} event streams of one scenario: every event once, in order, and its delay`,
  run: async (print) => {
    const server = await startServer();
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
    try {
      const { id } = await server.send<{ id: number }>("POST", "/scenarios", {
        scenario: { area_code: measuredModel.area },
      });
      const sliders = await findSliders(server, id, 50);
      const listeners: Listener[] = [];
      while (listeners.length < LISTENERS) {
        listeners.push(...(await Promise.all(Array.from({ length: 50 }, () => Listener.open(server, id, agent)))));
      }
      /** By version: when its request was sent, and when the response arrived. */
      const requests = new Map<number, { readonly sentAt: number; readonly respondedAt: number }>();
      for (let n = 0; n < CHANGES; n++) {
        const { key, position } = sliders[n % sliders.length]!;
        const startedAt = performance.now();
        const { version } = await change(server, id, { [key]: position(n) });
        requests.set(version, { sentAt: startedAt, respondedAt: performance.now() });
        await sleep(PAUSE_MS);
      }
      const versions = [...requests.keys()];
      const deadline = performance.now() + MAX_DELAY_MS;
      while (performance.now() < deadline && listeners.some(({ received }) => received.length < versions.length))
        await sleep(50);

      const failedListeners = listeners.filter(
        ({ received }) => received.map(({ version }) => version).join() !== versions.join(),
      );
      const received = listeners.flatMap((listener) => listener.received);
      const delaysAfterRequest = received.map(
        ({ version, receivedAt }) => receivedAt - (requests.get(version)?.sentAt ?? Number.NaN),
      );
      const delaysAfterResponse = received.map(({ version, receivedAt }) =>
        Math.max(0, receivedAt - (requests.get(version)?.respondedAt ?? Number.NaN)),
      );
      const within = [
        printFigure(print, "listeners that missed, repeated or swapped events", failedListeners.length, "", {
          atMost: 0,
        }),
        printDistribution(
          print,
          "an event after its request was sent",
          { wall: delaysAfterRequest },
          { limits: { p99: LIMIT_MS } },
        ),
        printDistribution(print, "an event after the response to its request", { wall: delaysAfterResponse }),
      ];
      printFigure(print, "resident memory with all listeners", server.memory().current, "MB");
      for (const listener of listeners) listener.close();
      return within.every(Boolean);
    } finally {
      agent.destroy();
      await server.stop();
    }
  },
};

/** Changes sliders; returns the new version. */
async function change({ url }: Server, id: number, user_values: object): Promise<{ readonly version: number }> {
  const response = await fetch(`${url}/api/v3/scenarios/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario: { user_values } }),
  });
  if (!response.ok) throw new Error(`the change returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return { version: Number(response.headers.get("etag")?.replaceAll(/\D/g, "")) };
}

interface ReceivedEvent {
  readonly version: number;
  readonly receivedAt: number;
}

class Listener {
  readonly received: ReceivedEvent[] = [];
  readonly #stream: IncomingMessage;

  private constructor(stream: IncomingMessage) {
    this.#stream = stream;
    let buffer = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      const receivedAt = performance.now();
      const events = (buffer + chunk).split("\n\n");
      buffer = events.pop() ?? "";
      for (const event of events) {
        const version = /^id: (\d+)$/m.exec(event)?.[1];
        if (version !== undefined) this.received.push({ version: Number(version), receivedAt });
      }
    });
    stream.on("error", () => {});
  }

  static open({ url }: Server, id: number, agent: Agent): Promise<Listener> {
    const { promise, resolve, reject } = Promise.withResolvers<Listener>();
    const outgoing = request(`${url}/api/v3/scenarios/${id}/events`, { agent }, (stream) => {
      if (stream.statusCode === 200) resolve(new Listener(stream));
      else reject(new Error(`an event stream returned ${stream.statusCode}`));
    });
    outgoing.on("error", reject);
    outgoing.end();
    return promise;
  }

  close(): void {
    this.#stream.destroy();
  }
}
