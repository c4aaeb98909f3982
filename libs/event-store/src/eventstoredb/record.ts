/** The record of a deployment in EventStoreDB: the latest event of the `~deployment` stream contains all of it. */
import { jsonEvent } from "@eventstore/db-client";
import { z } from "zod";
import {
  isStoreName,
  type StoreProgress,
  type RecordedProgress,
  type RecordKeeper,
  type StoreName,
  type StoreRecord,
} from "../deployment/record.ts";
import { Connection, INTERNAL, LateAppendError } from "./connection.ts";

const STREAM = `${INTERNAL}deployment`;
const TYPE = "StoresNoted";
/** One attempt for each concurrent write by another process; more indicates a bug. */
const ATTEMPTS = 100;

const mark = z.object({ epoch: z.int(), head: z.int(), at: z.string() });
const stateSchema = z.object({
  deployment: z.string(),
  /** Epochs by store name. */
  stores: z.record(z.string(), z.int()),
  noted: z.record(z.string(), mark),
});
type State = z.infer<typeof stateSchema>;

export const eventStoreDbRecord = (url: string): RecordKeeper => {
  const change = (next: (state: State | null) => State): Promise<void> =>
    withConnection(url, async (connection) => {
      for (let attempt = 1; ; attempt++) {
        const { state, length } = await readLatest(connection);
        const nextState = next(state);
        if (JSON.stringify(nextState) === JSON.stringify(state)) return;
        if (length === 0) await connection.keepLatestOnly(STREAM);
        try {
          await connection.append(STREAM, [jsonEvent({ type: TYPE, data: nextState })], length);
          return;
        } catch (error) {
          if (!(error instanceof LateAppendError) || attempt === ATTEMPTS) throw error;
        }
      }
    });
  return {
    read: () => withConnection(url, readRecordFrom),
    claim: (deployment, name) =>
      change((state) => {
        const current = state ?? { deployment, stores: {}, noted: {} };
        return current.deployment === deployment ? { ...current, stores: { [name]: 0, ...current.stores } } : current;
      }),
    note: (marks) => change((state) => ({ ...state!, noted: { ...state!.noted, ...Object.fromEntries(marks) } })),
    // This backend holds only events, whose head advances with each append.
    tick: async () => {},
    accept: (deployment, name, epoch, notes) =>
      change((state) => ({
        deployment,
        stores: { ...(state?.deployment === deployment ? state.stores : {}), [name]: epoch },
        noted: Object.fromEntries(notes),
      })),
  };
};

async function readRecordFrom(connection: Connection): Promise<StoreRecord> {
  const { state } = await readLatest(connection);
  // The position in the server's log.
  const head = Number((await connection.readLast())?.position?.commit ?? 0);
  const stores = Object.entries(state?.stores ?? {}).flatMap(([name, epoch]): (readonly [StoreName, StoreProgress])[] =>
    isStoreName(name) ? [[name, { epoch, head }]] : [],
  );
  const notes = Object.entries(state?.noted ?? {}).flatMap(
    ([name, progress]): (readonly [StoreName, RecordedProgress])[] => (isStoreName(name) ? [[name, progress]] : []),
  );
  return {
    deployment: state?.deployment ?? null,
    stores: new Map(stores),
    notes: new Map(notes),
    numbers: new Map(),
  };
}

async function readLatest(connection: Connection): Promise<{ readonly state: State | null; readonly length: number }> {
  const [last] = await connection.readBackwards(STREAM, 1);
  return last === undefined
    ? { state: null, length: 0 }
    : { state: stateSchema.parse(last.data), length: Number(last.revision) + 1 };
}

async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection(url);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}
