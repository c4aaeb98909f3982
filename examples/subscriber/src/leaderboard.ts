/**
 * An independent service that follows events: it counts moves of sliders, and the areas of saved scenarios. It
 * depends only on the events (`@etesian/contracts`) and the bus. Its counts are in its own database, together with its
 * position in the bus, so that a redelivered event counts once.
 */
import { createServer, type Server } from "node:http";
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { openEventBus } from "@etesian/event-bus";
import { eventCodec, openReadDatabase, type RecordedEvent, sql } from "@etesian/event-store";

/** Processes with this name share the events among them. */
const NAME = "leaderboard";
const FIRST = 10;

const codec = eventCodec({ ...scenarioEvents, ...savedScenarioEvents });

/** The names whose counts an event increases. */
function countsFor(recorded: RecordedEvent): readonly (readonly [board: string, name: string])[] {
  if (recorded.type !== "InputsSet" && recorded.type !== "ScenarioSaved") return [];
  const event = codec.decode(recorded);
  if (event.type === "InputsSet") return Object.keys(event.data.userValues).map((slider) => ["moved", slider]);
  return event.type === "ScenarioSaved" ? [["saved", event.data.area]] : [];
}

/**
 * Follows a bus ("nats://host:4222"), counts in a database ("sqlite:PATH", "postgres://…"), and serves the top ten.
 */
export async function startLeaderboard(busUrl: string, databaseUrl: string, port: number) {
  const database = await openReadDatabase(databaseUrl);
  await database.create([
    sql`create table if not exists counts (board text, name text, times integer not null, primary key (board, name))`,
  ]);

  const bus = await openEventBus(busUrl, { warn: (facts, message) => console.warn(message, facts) });
  const checkpoint = `${NAME} events`;
  bus.subscribe({
    name: NAME,
    // The checkpoint advances together with the counts, below.
    checkpoint: { load: () => database.checkpoint(checkpoint), save: async () => {} },
    async handle(event) {
      const counts = countsFor(event).map(
        ([board, name]) => sql`insert into counts (board, name, times) values (${board}, ${name}, 1)
                               on conflict (board, name) do update set times = counts.times + 1`,
      );
      await database.advance(checkpoint, await database.checkpoint(checkpoint), event.position, counts);
    },
  });

  const topRowsOf = (board: string) =>
    database.query(sql`select name, times from counts where board = ${board} order by times desc, name limit ${FIRST}`);
  const server: Server = createServer((_request, response) => {
    Promise.all([topRowsOf("moved"), topRowsOf("saved")]).then(
      ([moved, saved]) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ moved, saved })),
      (error: unknown) => response.writeHead(503).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async stop(): Promise<void> {
      server.close();
      await bus.close();
      await database.close();
    },
  };
}
