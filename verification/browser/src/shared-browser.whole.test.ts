/** Departures from a shared browser: all of them in `npm run test:whole`. */
import { isWholeRun } from "@etesian/testing/sample";
import { DEPARTURES, describeDepartures, FIRST, SECOND } from "./shared-browser.fixture.ts";

describeDepartures(isWholeRun ? DEPARTURES : [FIRST, SECOND]);
