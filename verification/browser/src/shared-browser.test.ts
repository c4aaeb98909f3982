/** One departure from a shared browser; `shared-browser.whole.test.ts` has the others. */
import { describeDepartures, FIRST } from "./shared-browser.fixture.ts";

describeDepartures([FIRST]);
