/** Read model: sweeps by owner and state. */
import { sweepEvents } from "@etesian/contracts/events/sweep";
import {
  eventCodec,
  type Projection,
  type ReadDatabase,
  type Statement,
  sql,
  reserveIdsIn,
} from "@etesian/event-store";
import { idOfStream, parseSweepId, sweepIdText } from "./sweep-id.ts";

export const codec = eventCodec(sweepEvents);

/** Stored in the owner column for sweeps that were requested without a token. */
const NO_OWNER = 0;
/** The sweep is to be calculated, has finished with results, or has ended without results. */
type ResultState = "open" | "kept" | "over";

export const sweepList: Projection = {
  name: "sweeps",
  tables: [
    sql`create table if not exists sweeps (
          sweep text primary key,
          owner integer not null,
          kept text not null,
          bytes double precision not null,
          requested_at text not null
        )`,
    sql`create index if not exists sweeps_by_owner on sweeps (owner, requested_at, sweep)`,
    sql`create index if not exists sweeps_by_time on sweeps (kept, requested_at, sweep)`,
    reserveIdsIn("person", "sweeps", "owner"),
  ],
  clear: [sql`delete from sweeps`],
  project(recorded) {
    const number = idOfStream(recorded.stream);
    if (number === null) return [];
    const id = sweepIdText(number);
    const event = codec.decode(recorded);
    switch (event.type) {
      case "SweepRequested": {
        const { owner, bytes } = event.data;
        return [
          sql`insert into sweeps (sweep, owner, kept, bytes, requested_at)
              values (${id}, ${owner ?? NO_OWNER}, ${"open" satisfies ResultState}, ${bytes}, ${recorded.time})
              on conflict (sweep) do nothing`,
        ];
      }
      case "SweepStarted":
        return [];
      case "SweepCompleted":
        return setResultState(id, "kept");
      case "SweepFailed":
      case "SweepCancelled":
      case "SweepExpired":
        return setResultState(id, "over");
      default:
        return event satisfies never;
    }
  },
};

const setResultState = (id: string, resultState: ResultState): readonly Statement[] => [
  sql`update sweeps set kept = ${resultState} where sweep = ${id}`,
];

interface Row {
  readonly sweep: string;
}
const idsOf = (rows: readonly Row[]): readonly number[] => rows.flatMap(({ sweep }) => parseSweepId(sweep) ?? []);

/** All sweeps to calculate, in the order in which they were requested. */
export const openSweeps = async (database: ReadDatabase): Promise<readonly number[]> =>
  idsOf(await database.query<Row>(sql`select sweep from sweeps where kept = 'open' order by requested_at, sweep`));

/** A page of a person's sweeps, the newest first, and their total number. */
export async function sweepsOf(
  database: ReadDatabase,
  owner: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const rows = await database.query<Row>(
    sql`select sweep from sweeps where owner = ${owner} order by requested_at desc, sweep desc
        limit ${limit} offset ${(page - 1) * limit}`,
  );
  const [count] = await database.query<{ total: number }>(
    sql`select cast(count(*) as integer) as total from sweeps where owner = ${owner}`,
  );
  return { ids: idsOf(rows), total: count?.total ?? 0 };
}

/** Up to `limit` sweeps of a person that are open or have results, oldest first. */
export const retainedSweeps = async (
  database: ReadDatabase,
  owner: number,
  limit: number,
): Promise<readonly number[]> =>
  idsOf(
    await database.query<Row>(
      sql`select sweep from sweeps where owner = ${owner} and kept <> 'over' order by requested_at, sweep limit ${limit}`,
    ),
  );

/**
 * The number of a caller's open sweeps, and the total size of sweeps that are open or have results. An owner of null
 * means all callers without a token.
 */
export async function usageOf(
  database: ReadDatabase,
  owner: number | null,
): Promise<{ readonly open: number; readonly bytes: number }> {
  const [row] = await database.query<{ open: number | null; bytes: number | null }>(
    sql`select cast(sum(case when kept = 'open' then 1 else 0 end) as integer) as open,
               cast(sum(case when kept = 'over' then 0 else bytes end) as double precision) as bytes
        from sweeps where owner = ${owner ?? NO_OWNER}`,
  );
  return { open: row?.open ?? 0, bytes: row?.bytes ?? 0 };
}

/**
 * Up to `limit` sweeps that are open or have results and were requested before a time, oldest first. The times for
 * sweeps with and without a token differ.
 */
export async function requestedBefore(
  database: ReadDatabase,
  { withToken, withoutToken }: { readonly withToken: string; readonly withoutToken: string },
  limit: number,
): Promise<readonly number[]> {
  return idsOf(
    await database.query<Row>(
      sql`select sweep from sweeps where kept <> 'over'
          and requested_at < (case when owner = ${NO_OWNER} then ${withoutToken} else ${withToken} end)
          order by requested_at limit ${limit}`,
    ),
  );
}
