/** Cuts connections to PostgreSQL and to the message broker, or silences them after a certain message. */
import { Proxy } from "@etesian/event-store/testing";
import { setTimeout as sleep } from "node:timers/promises";
import { publishedIds } from "@etesian/event-bus/testing";
import type { Print } from "@etesian/workbench/report";
import {
  startPrivateBroker,
  unexpectedEnd,
  type Fault,
  inTemporaryDirectory,
  SkippedFault,
  spread,
  summaryOf,
} from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { FaultyServer } from "./server.ts";

const CLIENTS = 12;

interface Network {
  readonly toPostgres: Proxy;
  readonly toBroker: Proxy;
  readonly postgres: PrivatePostgres;
}

/**
 * Breaks the network while clients work. Every acknowledged change has to be stored, and the process has to survive.
 */
async function runWithDisruption(
  print: Print,
  disrupt: (network: Network, ledger: Ledger) => Promise<void>,
): Promise<readonly string[]> {
  const postgres = await PrivatePostgres.create();
  const broker = await startPrivateBroker();
  try {
    if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
    if (broker === null) throw new SkippedFault("there is no nats-server");
    const [store, bus] = [await Proxy.inFrontOf(postgres.url), await Proxy.inFrontOf(broker.url)];
    return await inTemporaryDirectory(async (data) => {
      const flags = ["--store", store.url, "--bus", bus.url.replace(/\/$/, "")];
      const server = await FaultyServer.start({ data, flags });
      const ledger = new Ledger();
      await ledger.open(server, CLIENTS);
      const work = ledger.work(server);
      await disrupt({ toPostgres: store.proxy, toBroker: bus.proxy, postgres }, ledger);
      const previouslyAcknowledged = ledger.acknowledgedCount;
      const startedAt = performance.now();
      while (ledger.acknowledgedCount < previouslyAcknowledged + CLIENTS && performance.now() - startedAt < 60_000)
        await sleep(10);
      print(`writes resume ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the last fault`);
      await work.stop();
      await ledger.checkResponses(server);
      const events = await ledger.audit(postgres.url);
      const published = await publishedIds(broker.url, events.length);
      const isPublished = published.length === events.length && published.every((id, n) => id === events[n]!.id);
      const exitProblems = unexpectedEnd(server);
      await server.stop();
      await store.proxy.close();
      await bus.proxy.close();
      print(summaryOf(ledger));
      print(`the broker has ${published.length} of ${events.length} events`);
      return [
        ...ledger.problems,
        ...exitProblems,
        ...(isPublished ? [] : ["the broker does not have every event exactly once, in order"]),
      ];
    });
  } finally {
    postgres?.remove();
    await broker?.remove();
  }
}

export const connectionCuts: Fault = {
  description: "all connections to PostgreSQL and NATS are cut simultaneously, repeatedly",
  rounds: 200,
  run: (print, rounds, isOver) =>
    runWithDisruption(print, async ({ toPostgres, toBroker }) => {
      let connections = 0;
      for (let round = 1; round <= rounds && !isOver(); round++) {
        await sleep(60 + ((round * 37) % 120));
        connections += (round % 3 === 0 ? toBroker : toPostgres).cut();
      }
      print(`${rounds} cuts, ${connections} connections`);
    }),
};

export const postgresRestarts: Fault = {
  description: "PostgreSQL is stopped and started again, as in a failover",
  rounds: 10,
  run: (print, rounds) =>
    runWithDisruption(print, async ({ postgres }) => {
      for (let round = 1; round <= rounds; round++) {
        await sleep(300 + ((round * 137) % 300));
        postgres.restart();
      }
    }),
};

export const droppedMessages: Fault = {
  description:
    "the k-th message to or from PostgreSQL or NATS is dropped, with all later ones of its connection, for every k",
  rounds: 60,
  run: (print, rounds) =>
    runWithDisruption(print, async ({ toPostgres, toBroker }, ledger) => {
      const pauses: number[] = [];
      for (let message = 1; message <= rounds; message++) {
        await (message % 4 === 0 ? toBroker : toPostgres).dropFrom(message);
        const [previouslyAcknowledged, startedAt] = [ledger.acknowledgedCount, performance.now()];
        // One client waits for the silent connection; the other clients have their own.
        while (ledger.acknowledgedCount < previouslyAcknowledged + 2 && performance.now() - startedAt < 30_000)
          await sleep(5);
        pauses.push((performance.now() - startedAt) / 1000);
      }
      print(`messages 1 to ${rounds} dropped; until two more writes were acknowledged (s): ${spread(pauses, 2)}`);
    }),
};

const UNUSED_PORT = "nats://127.0.0.1:9";

export const missingBroker: Fault = {
  description: "an unavailable message broker (seconds)",
  rounds: 3,
  run: (print, seconds) =>
    inTemporaryDirectory(async (data) => {
      const server = await FaultyServer.start({ data, flags: ["--bus", UNUSED_PORT, "--log-level", "silent"] });
      const ledger = new Ledger();
      await ledger.open(server, CLIENTS);
      const work = ledger.work(server);
      await sleep(seconds * 1_000);
      await work.stop();
      await ledger.checkResponses(server);
      const { status } = await fetch(`${server.url}/readyz`);
      const exitProblems = unexpectedEnd(server);
      await server.stop();
      await ledger.audit(`sqlite:${data}/events.db`);
      print(summaryOf(ledger));
      return [
        ...ledger.problems,
        ...exitProblems,
        ...(ledger.refusedCount > 0 ? ["changes wait for the broker"] : []),
        ...(status === 200 ? [] : [`not ready without a broker: ${status}`]),
      ];
    }),
};
