/** All of Etesian in one process. A thread that calculates is started before the rest is loaded: that takes longest. */
import { startThreadAhead } from "@etesian/compute/threads";

startThreadAhead();
const [{ run }, { STANDALONE }] = await Promise.all([import("@etesian/service-kit"), import("./services.ts")]);
await run("standalone", STANDALONE);
