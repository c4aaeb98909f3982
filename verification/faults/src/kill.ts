/** Kills the server while it works and while it starts, and starts it again. */
import { setTimeout as sleep } from "node:timers/promises";
import { publishedIds } from "@etesian/event-bus/testing";
import type { Print } from "@etesian/workbench/report";
import { startPrivateBroker, type Fault, inTemporaryDirectory, SkippedFault, spread, summaryOf } from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { FaultyServer } from "./server.ts";

const CLIENTS = 20;
/** Interval, in rounds, between kills during a start. */
const START_KILL_INTERVAL = 5;

async function killRounds(
  print: Print,
  rounds: number,
  isOver: () => boolean,
  { data, store, flags }: { readonly data: string; readonly store: string; readonly flags: readonly string[] },
) {
  const recoverySeconds: number[] = [];
  const reportedSeconds: number[] = [];
  const processorSeconds: number[] = [];
  const startServer = () => new FaultyServer({ data, flags });
  let server = await FaultyServer.start({ data, flags });
  const ledger = new Ledger({ token: await server.token() });
  try {
    await ledger.open(server, CLIENTS);
    for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
      const work = ledger.work(server);
      // Each round kills the server at a different moment.
      await sleep(100 + ((round * 137) % 700));
      await server.kill();
      await work.stop();
      if (round % START_KILL_INTERVAL === 0) {
        const startingServer = startServer();
        await sleep((round * 211) % 2_000);
        await startingServer.kill();
      }
      server = startServer();
      await server.waitUntilReady();
      recoverySeconds.push(server.secondsToReady);
      reportedSeconds.push(server.reportedSecondsToReady);
      processorSeconds.push(server.processorSeconds());
      await ledger.checkResponses(server);
      if (round % 20 === 0) print(`round ${round} of ${rounds}: ${summaryOf(ledger)}`);
    }
  } finally {
    await server.stop();
  }
  const events = await ledger.audit(store);
  print(summaryOf(ledger));
  print(
    `${recoverySeconds.length} kills, and ${Math.floor(recoverySeconds.length / START_KILL_INTERVAL)} while it started`,
  );
  print(
    `ready again after a kill (s): ${spread(recoverySeconds)}; as reported by the server: ${spread(reportedSeconds)}`,
  );
  print(`CPU time until then, summed over threads (s): ${spread(processorSeconds, 2)}`);
  return { problems: ledger.problems, events };
}

export const killsWithFile: Fault = {
  description: `kill -9 while ${CLIENTS} clients write to a file`,
  rounds: 50,
  run: (print, rounds, isOver) =>
    inTemporaryDirectory(async (data) => {
      const { problems } = await killRounds(print, rounds, isOver, {
        data,
        store: `sqlite:${data}/events.db`,
        flags: [],
      });
      return problems;
    }),
};

export const killsWithPostgres: Fault = {
  description: `kill -9 while ${CLIENTS} clients write to PostgreSQL, with a message broker`,
  rounds: 25,
  run: async (print, rounds, isOver) => {
    const postgres = await PrivatePostgres.create();
    const broker = await startPrivateBroker();
    try {
      if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
      if (broker === null) throw new SkippedFault("there is no nats-server");
      return await inTemporaryDirectory(async (data) => {
        const flags = ["--store", postgres.url, "--bus", broker.url];
        const { problems, events } = await killRounds(print, rounds, isOver, { data, store: postgres.url, flags });
        // Events not relayed before the last stop are relayed after the next start.
        const server = await FaultyServer.start({ data, flags });
        const published = await publishedIds(broker.url, events.length);
        await server.stop();
        print(`the broker has ${published.length} of ${events.length} events`);
        const isPublished =
          published.length === events.length && published.every((id, index) => id === events[index]!.id);
        return isPublished ? problems : [...problems, "the broker does not have every event exactly once, in order"];
      });
    } finally {
      postgres?.remove();
      await broker?.remove();
    }
  },
};
