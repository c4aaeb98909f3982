/** Runs the leaderboard as a program; see README.md. */
import { parseArgs } from "node:util";
import { startLeaderboard } from "./leaderboard.ts";

const HELP = `Usage: node examples/subscriber/src/main.ts [--bus URL] [--database URL] [--port N]

Counts slider moves and the areas of saved scenarios, and serves the top ten of each as JSON.

  --bus       Etesian's message broker, default nats://127.0.0.1:4222
  --database  database for the counts, default sqlite:leaderboard.db; postgres://… is also supported
  --port      HTTP port, default 4000; 0 for any free port
`;

interface Flags {
  readonly bus: string;
  readonly database: string;
  readonly port: number;
}

/** Parses the arguments; exits after printing help or an error. */
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
console.log(`counting events from ${bus}; the top ten are at http://127.0.0.1:${leaderboard.port}`);
process.once("SIGINT", () => void leaderboard.stop());
