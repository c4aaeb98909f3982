/** A consistent snapshot of a PostgreSQL database: one read-only transaction. */
import { START } from "../event.ts";
import { type Row, SNAPSHOT_PAGE, type StoreSnapshot } from "../snapshot.ts";
import { type Connection, Connections } from "./connections.ts";
import { readAllBelow } from "./event-store.ts";

/** A generous time limit, because reading a large store takes a long time. */
const DAY_MS = 24 * 3_600_000;
const LIMITS = { connectMs: 5_000, statementMs: DAY_MS, responseMs: 0 };
/** All appends visible in the snapshot are finished, so there is no upper bound. */
const ALL_TRANSACTIONS = String(2n ** 63n - 1n);
/** Rows per page; few, because curves are large. */
const ROWS = 100;

export async function openPostgresSnapshot(url: string): Promise<StoreSnapshot> {
  const connections = new Connections(url, LIMITS);
  const { promise: connectionOpened, resolve, reject } = Promise.withResolvers<Connection>();
  const { promise: closed, resolve: finish } = Promise.withResolvers<void>();
  const reading = connections
    .transaction(async (connection) => {
      await connection.query("set transaction isolation level repeatable read, read only");
      await connection.query("select 1 from pg_class limit 1");
      resolve(connection);
      await closed;
    })
    .catch(reject);
  let connection: Connection;
  try {
    connection = await connectionOpened;
  } catch (error) {
    await connections.close();
    throw error;
  }
  const hasTable = async (table: string): Promise<boolean> => {
    const [row] = await connection.query<{ found: string | null }>("select to_regclass($1)::text as found", [table]);
    return row!.found !== null;
  };
  return {
    async *events() {
      if (!(await hasTable("events"))) return;
      for (let position = START; ;) {
        const page = await readAllBelow(connection, ALL_TRANSACTIONS, position, SNAPSHOT_PAGE);
        const last = page.at(-1);
        if (last === undefined) return;
        yield page;
        ({ position } = last);
      }
    },
    async *rows(table) {
      if (!(await hasTable(table))) return;
      const cursor = `rows_of_${table}`;
      await connection.query(`declare "${cursor}" no scroll cursor for select * from "${table}"`);
      for (;;) {
        const page = await connection.query<Row>(`fetch ${ROWS} from "${cursor}"`);
        if (page.length === 0) break;
        yield page;
      }
      await connection.query(`close "${cursor}"`);
    },
    async close() {
      finish();
      await reading;
      await connections.close();
    },
  };
}
