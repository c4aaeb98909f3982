/** A program that brings the tables of a PostgreSQL database up to date, and takes a second for it: for tests. */
import { migrate } from "../postgres/migrate.ts";

await migrate(process.argv[2]!, "a slow part", [{ about: "nothing, slowly", steps: ["select pg_sleep(1)"] }]);
