/** Runs the accounts service in its own process. */
import { run } from "@etesian/service-kit";
import { accounts } from "./service.ts";

await run("accounts", [accounts]);
