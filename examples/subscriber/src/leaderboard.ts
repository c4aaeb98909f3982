/**
 * A service of its own that follows what happens to scenarios: which sliders are moved most. It knows the events
 * (`@etesian/contracts`) and the bus that brings them, and nothing else of Etesian. What it counts stands in its own database,
 * together with how far it has come: an event that is delivered again counts once.
 */
import { createServer, type Server } from "node:http";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { openEventBus } from "@etesian/event-bus";
import { eventCodec, openReadDatabase, sql } from "@etesian/event-store";

/** Processes of this name share the events between them. */
const NAME = "leaderboard";
const FIRST = 10;

const codec = eventCodec(scenarioEvents);

/** Follows a bus ("nats://host:4222") and counts in a database ("sqlite:PATH", "postgres://…"); answers the first ten. */
export async function startLeaderboard(busUrl: string, databaseUrl: string, port: number) {
  const database = await openReadDatabase(databaseUrl);
  await database.create([sql`create table if not exists moves (slider text primary key, times integer not null)`]);

  const bus = await openEventBus(busUrl, { warn: (facts, message) => console.warn(message, facts) });
  bus.subscribe({
    name: NAME,
    category: "scenario",
    // Moved with the counts, below.
    checkpoint: { load: () => database.checkpoint(NAME), save: async () => {} },
    async handle(recorded) {
      const event = codec.decode(recorded);
      const moved = event.type === "InputsSet" ? Object.keys(event.data.userValues) : [];
      const counts = moved.map(
        (slider) => sql`insert into moves (slider, times) values (${slider}, 1)
                        on conflict (slider) do update set times = moves.times + 1`,
      );
      await database.advance(NAME, await database.checkpoint(NAME), recorded.position, counts);
    },
  });

  const server: Server = createServer((_request, response) => {
    database.query(sql`select slider, times from moves order by times desc, slider limit ${FIRST}`).then(
      (first) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(first)),
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
