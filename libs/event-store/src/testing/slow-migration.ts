/** Program for tests: migrates the tables of a PostgreSQL database for one second. */
import { migrate } from "../postgres/migrate.ts";

await migrate(process.argv[2]!, "a slow part", [{ about: "nothing, slowly", steps: ["select pg_sleep(1)"] }]);
