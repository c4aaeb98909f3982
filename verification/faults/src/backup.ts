/**
 * Creates backups while clients write, and restores them elsewhere. All users have their own data and no one else's,
 * and no older store can be mixed with the backup's. Each round continues with the data restored in the round before.
 */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createDatabase } from "@etesian/event-store/create-database";
import { PROJECT } from "@etesian/service-kit";
import { LoadGenerator } from "@etesian/workbench/load-generator";
import type { Print } from "@etesian/workbench/report";
import { type Fault, inTemporaryDirectory, SkippedFault, spread } from "./fault.ts";
import { PrivatePostgres } from "./postgres.ts";
import { FaultyServer } from "./server.ts";

const PROGRAM = join(PROJECT, "services/standalone/src/backup/cli.ts");
/** A price of the included model. */
const CURVE = "interconnector_1_price";
const FILES = ["events.db", "saved-scenarios.db", "accounts.db", "curves.db", "sweeps.db", "keys.db"];

interface Stores {
  readonly data: string;
  /** Null: files in the data directory. */
  readonly store: string | null;
}

/** The end of the message that refuses stores of different deployments. */
const REFUSED = /accept the loss: |put each store back in its place/;
/** Ways to mix databases from before and after a restore; each round uses another one. */
const MIXTURES: readonly ((former: string, restored: string) => readonly string[])[] = [
  (former, restored) => ["--store", restored, "--keys", former],
  (former, restored) => ["--store", former, "--keys", restored],
  (former, restored) => ["--store", restored, "--read-models", former],
];

const flagsOf = ({ store }: Stores): readonly string[] => (store === null ? [] : ["--store", store]);
const placeOf = (stores: Stores) => ({ ...stores, keys: null });

async function backup(command: readonly string[], stores: Stores): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, ...command, "--data", stores.data, ...flagsOf(stores)]);
}

/** `storesOf`: returns empty stores for a round. */
async function rounds(
  print: Print,
  count: number,
  isOver: () => boolean,
  storesOf: (round: number) => Promise<Stores>,
): Promise<readonly string[]> {
  let stores = await storesOf(0);
  let server = await FaultyServer.start({ data: stores.data, flags: flagsOf(stores) });
  const load = await LoadGenerator.open(server.url, placeOf(stores), CURVE);
  const problems: string[] = [];
  const seconds: number[] = [];
  const mixtures = { tried: 0, started: 0 };
  let round = 0;
  try {
    while (round < count && problems.length === 0 && !isOver()) {
      round += 1;
      load.start();
      // Each round backs up at another moment.
      await sleep(300 + ((round * 137) % 700));
      const startedAt = performance.now();
      const directory = `${stores.data}-backup`;
      await backup(["create", directory], stores);
      seconds.push((performance.now() - startedAt) / 1000);
      await sleep((round * 71) % 300);
      await load.stop();
      await server.kill();
      const restored = await storesOf(round);
      await backup(["restore", directory], restored);
      mixtures.tried += 1;
      if (await startsMixed(round, stores, restored)) mixtures.started += 1;
      server = await FaultyServer.start({ data: restored.data, flags: flagsOf(restored) });
      problems.push(...(await load.problemsAfterRestore(server.url, placeOf(restored), startedAt)));
      for (const each of [stores.data, directory]) rmSync(each, { recursive: true, force: true });
      stores = restored;
      if (round % 5 === 0) print(`round ${round} of ${count}: ${load.summary}`);
    }
  } finally {
    await load.stop();
    await server.stop();
  }
  print(
    `${round} backups and restores; ${load.summary}; mixed stores that started: ${mixtures.started} of ${mixtures.tried}`,
  );
  print(`a backup took (s): ${spread(seconds)}`);
  return mixtures.started === 0 ? problems : [...problems, `${mixtures.started} mixed stores started`];
}

/**
 * Whether a server starts with the restored stores and one store of the former deployment; each round mixes another
 * one.
 */
async function startsMixed(round: number, former: Stores, restored: Stores): Promise<boolean> {
  const mixed = `${restored.data}-mixed`;
  if (former.store !== null && restored.store !== null) {
    return starts({ data: mixed, flags: MIXTURES[round % MIXTURES.length]!(former.store, restored.store) });
  }
  const file = FILES[round % FILES.length]!;
  cpSync(restored.data, mixed, { recursive: true });
  for (const suffix of ["", "-wal", "-head"]) {
    rmSync(join(mixed, file + suffix), { force: true });
    if (existsSync(join(former.data, file + suffix))) {
      copyFileSync(join(former.data, file + suffix), join(mixed, file + suffix));
    }
  }
  return starts({ data: mixed, flags: [] });
}

/** Whether a server starts on the stores; removes its data directory. */
async function starts(stores: { readonly data: string; readonly flags: readonly string[] }): Promise<boolean> {
  const server = new FaultyServer(stores);
  try {
    await server.ready();
    return true;
  } catch {
    if (!REFUSED.test(server.recentOutput))
      throw new Error(`it ended for another reason than the mixed stores: ${server.recentOutput}`);
    return false;
  } finally {
    await server.stop();
    rmSync(stores.data, { recursive: true, force: true });
  }
}

export const backedUpFiles: Fault = {
  about: "backups of files while users write, restored elsewhere",
  rounds: 50,
  run: (print, count, isOver) =>
    inTemporaryDirectory((directory) =>
      rounds(print, count, isOver, async (round) => ({ data: join(directory, `data-${round}`), store: null })),
    ),
};

export const backedUpPostgres: Fault = {
  about: "backups of PostgreSQL while users write, restored elsewhere",
  rounds: 20,
  run: async (print, count, isOver) => {
    const postgres = await PrivatePostgres.create();
    if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
    try {
      return await inTemporaryDirectory((directory) =>
        rounds(print, count, isOver, async (round) => {
          const url = new URL(postgres.url);
          url.pathname = `round_${round}`;
          await createDatabase(url.href);
          return { data: join(directory, `data-${round}`), store: url.href };
        }),
      );
    } finally {
      postgres.remove();
    }
  },
};
