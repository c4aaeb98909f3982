/** `node examples/subscriber/src/main.ts nats://127.0.0.1:4222 sqlite:leaderboard.db 4000`, then look at port 4000. */
import { startLeaderboard } from "./leaderboard.ts";

const [bus = "nats://127.0.0.1:4222", database = "sqlite:leaderboard.db", port = "4000"] = process.argv.slice(2);
const leaderboard = await startLeaderboard(bus, database, Number(port));
console.log(`http://127.0.0.1:${leaderboard.port}`);
process.once("SIGINT", () => void leaderboard.stop());
