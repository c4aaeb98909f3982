/** The accounts service as a process of its own. */
import { run } from "@etesian/service-kit";
import { accounts } from "./service.ts";

await run("accounts", [accounts]);
