/** A simulated database of read models: one table with a row for each projected event, and the checkpoints. */
import { type Position, type Projection, type ReadDatabase, START, type Statement, sql } from "@etesian/event-store";
import type { Network } from "./network.ts";
import type { Host } from "./scheduler.ts";
import type { InjectedDefect } from "./injected-defects.ts";

const ROW = "insert into seen (position) values ($1)";

/** The stored tables, shared by all processes that have opened them. */
export class Tables {
  readonly rows: Position[] = [];
  readonly checkpoints = new Map<string, Position>();

  run(statements: readonly Statement[]): void {
    for (const { text, values } of statements) if (text === ROW) this.rows.push(values[0] as Position);
  }
}

/** Records the position of each event in the order of arrival, so that duplicates and gaps are detected. */
export const everyEvent: Projection = {
  name: "every event",
  tables: [],
  clear: [sql`delete from seen`],
  project: ({ position }) => [sql`insert into seen (position) values (${position})`],
};

export function simulatedReadDatabase(
  tables: Tables,
  network: Network,
  host: Host,
  defect: InjectedDefect | null,
): ReadDatabase {
  const call = <T>(work: () => T | Promise<T>): Promise<T> => network.call(host, work);
  const isAt = (consumer: string, position: Position): boolean =>
    defect === "a checkpoint moves from any position" || (tables.checkpoints.get(consumer) ?? START) === position;
  return {
    migrate: () => call(() => {}),
    create: () => call(() => {}),
    query: <Row>() => call(() => tables.rows.map((position) => ({ position })) as unknown as readonly Row[]),
    checkpoint: (consumer) => call(() => tables.checkpoints.get(consumer) ?? START),
    expunge: () => Promise.reject(new Error("a simulation erases no one")),
    nextNumber: () => Promise.reject(new Error("a simulation draws no numbers")),
    checkWritable: () => Promise.resolve(),
    close: () => Promise.resolve(),
    advance: (consumer, from, to, statements) =>
      call(async () => {
        await network.travel();
        if (!isAt(consumer, from)) return false;
        if (defect === "the checkpoint is moved before the tables are written") {
          tables.checkpoints.set(consumer, to);
          await network.travel();
          if (network.happens("rollback")) return true;
        } else if (defect === "the tables are written before the checkpoint is moved") {
          tables.run(statements);
          await network.travel();
          if (!network.happens("rollback")) tables.checkpoints.set(consumer, to);
          return true;
        }
        tables.run(statements);
        tables.checkpoints.set(consumer, to);
        return true;
      }),
  };
}
