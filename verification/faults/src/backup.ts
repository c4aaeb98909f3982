/**
 * Creates backups while clients write, and restores them elsewhere. Afterwards every user has exactly their own data,
 * and no server starts with a mix of restored and older stores. Each round continues with the data restored in the
 * previous round.
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
const FILES = ["events.db", "keys.db"];

interface Stores {
  readonly data: string;
  /** Null for files in the data directory. */
  readonly store: string | null;
}

/** The end of the message that refuses stores of different deployments. */
const REFUSAL = /accept the loss: |put each store back in its place/;
/** Ways to mix databases from before and after a restore; each round uses the next way. */
const MIXTURES: readonly ((previousStore: string, restoredStore: string) => readonly string[])[] = [
  (previousStore, restoredStore) => ["--store", restoredStore, "--keys", previousStore],
  (previousStore, restoredStore) => ["--store", previousStore, "--keys", restoredStore],
  (previousStore, restoredStore) => ["--store", restoredStore, "--read-models", previousStore],
];

const flagsOf = ({ store }: Stores): readonly string[] => (store === null ? [] : ["--store", store]);
const accountStoresOf = (stores: Stores) => ({ ...stores, keys: null });

async function backup(command: readonly string[], stores: Stores): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, ...command, "--data", stores.data, ...flagsOf(stores)]);
}

/** `createStores` returns empty stores for a round. */
async function runRounds(
  print: Print,
  count: number,
  isOver: () => boolean,
  createStores: (round: number) => Promise<Stores>,
): Promise<readonly string[]> {
  let stores = await createStores(0);
  let server = await FaultyServer.start({ data: stores.data, flags: flagsOf(stores) });
  const load = await LoadGenerator.open(server.url, accountStoresOf(stores), CURVE);
  const problems: string[] = [];
  const backupSeconds: number[] = [];
  const mixtures = { tried: 0, started: 0 };
  let round = 0;
  try {
    while (round < count && problems.length === 0 && !isOver()) {
      round += 1;
      load.start();
      // Each round creates its backup at a different moment.
      await sleep(300 + ((round * 137) % 700));
      const startedAt = performance.now();
      const directory = `${stores.data}-backup`;
      await backup(["create", directory], stores);
      backupSeconds.push((performance.now() - startedAt) / 1000);
      await sleep((round * 71) % 300);
      await load.stop();
      await server.kill();
      const restoredStores = await createStores(round);
      await backup(["restore", directory], restoredStores);
      mixtures.tried += 1;
      if (await canStartMixed(round, stores, restoredStores)) mixtures.started += 1;
      server = await FaultyServer.start({ data: restoredStores.data, flags: flagsOf(restoredStores) });
      problems.push(...(await load.problemsAfterRestore(server.url, accountStoresOf(restoredStores), startedAt)));
      for (const path of [stores.data, directory]) rmSync(path, { recursive: true, force: true });
      stores = restoredStores;
      if (round % 5 === 0) print(`round ${round} of ${count}: ${load.summary}`);
    }
  } finally {
    await load.stop();
    await server.stop();
  }
  print(
    `${round} backups and restores; ${load.summary}; mixed stores that started: ${mixtures.started} of ${mixtures.tried}`,
  );
  print(`a backup took (s): ${spread(backupSeconds)}`);
  return mixtures.started === 0 ? problems : [...problems, `${mixtures.started} mixed stores started`];
}

/**
 * Whether a server starts with the restored stores and one store of the previous deployment, a different one in each
 * round.
 */
async function canStartMixed(round: number, previousStores: Stores, restoredStores: Stores): Promise<boolean> {
  const mixedDirectory = `${restoredStores.data}-mixed`;
  if (previousStores.store !== null && restoredStores.store !== null) {
    return canStart({
      data: mixedDirectory,
      flags: MIXTURES[round % MIXTURES.length]!(previousStores.store, restoredStores.store),
    });
  }
  const file = FILES[round % FILES.length]!;
  cpSync(restoredStores.data, mixedDirectory, { recursive: true });
  for (const suffix of ["", "-wal", "-head"]) {
    rmSync(join(mixedDirectory, file + suffix), { force: true });
    if (existsSync(join(previousStores.data, file + suffix))) {
      copyFileSync(join(previousStores.data, file + suffix), join(mixedDirectory, file + suffix));
    }
  }
  return canStart({ data: mixedDirectory, flags: [] });
}

/** Whether a server starts on the stores; removes the server's data directory. */
async function canStart(stores: { readonly data: string; readonly flags: readonly string[] }): Promise<boolean> {
  const server = new FaultyServer(stores);
  try {
    await server.waitUntilReady();
    return true;
  } catch {
    if (!REFUSAL.test(server.recentOutput))
      throw new Error(`the server exited for a reason other than the mixed stores: ${server.recentOutput}`);
    return false;
  } finally {
    await server.stop();
    rmSync(stores.data, { recursive: true, force: true });
  }
}

export const fileBackups: Fault = {
  description: "backups of files while users write, restored elsewhere",
  rounds: 50,
  run: (print, count, isOver) =>
    inTemporaryDirectory((directory) =>
      runRounds(print, count, isOver, async (round) => ({ data: join(directory, `data-${round}`), store: null })),
    ),
};

export const postgresBackups: Fault = {
  description: "backups of PostgreSQL while users write, restored elsewhere",
  rounds: 20,
  run: async (print, count, isOver) => {
    const postgres = await PrivatePostgres.create();
    if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
    try {
      return await inTemporaryDirectory((directory) =>
        runRounds(print, count, isOver, async (round) => {
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
