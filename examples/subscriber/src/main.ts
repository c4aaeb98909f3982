/** The program of README.md. */
import { parseArgs } from "node:util";
import { startLeaderboard } from "./leaderboard.ts";

const HELP = `Usage: node examples/subscriber/src/main.ts [--bus URL] [--database URL] [--port N]

Counts which sliders are moved most, and of which areas scenarios are saved, and answers the first ten as JSON.

  --bus       where Etesian publishes events, nats://127.0.0.1:4222 if not given
  --database  for the counts, sqlite:leaderboard.db if not given; postgres://… as well
  --port      to answer on, 4000 if not given; 0 for any that is free
`;

interface Flags {
  readonly bus: string;
  readonly database: string;
  readonly port: number;
}

/** Parses the arguments; exits after help or a mistake. */
function flags(): Flags {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      options: {
        bus: { ...text, default: "nats://127.0.0.1:4222" },
        database: { ...text, default: "sqlite:leaderboard.db" },
        port: { ...text, default: "4000" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      throw new RangeError(`--port is ${JSON.stringify(values.port)}: expected a number from 0 to 65535`);
    }
    return { ...values, port };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

const { bus, database, port } = flags();
const leaderboard = await startLeaderboard(bus, database, port);
console.log(`counting events from ${bus}; the first ten are at http://127.0.0.1:${leaderboard.port}`);
process.once("SIGINT", () => void leaderboard.stop());
