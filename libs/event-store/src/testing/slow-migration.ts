/** Program for tests: runs a migration of a PostgreSQL database that takes one second. */
import { migrate } from "../postgres/migrate.ts";

await migrate(process.argv[2]!, "a slow part", [{ about: "nothing, slowly", steps: ["select pg_sleep(1)"] }]);
