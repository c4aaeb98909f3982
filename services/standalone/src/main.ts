/**
 * Runs all of Etesian in one process. Compute threads start before other modules are loaded, because they take longest
 * to start.
 */
import { prestartThread } from "@etesian/compute/threads";

prestartThread();
const [{ run }, { STANDALONE }] = await Promise.all([import("@etesian/service-kit"), import("./services.ts")]);
await run("standalone", STANDALONE);
