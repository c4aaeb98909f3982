/** Tests ways to leave a shared browser; `npm run test:whole` tests all of them. */
import { isWholeRun } from "@etesian/testing/sample";
import { LEAVING_CASES, describeLeaving, FIRST, SECOND } from "./shared-browser.fixture.ts";

describeLeaving(isWholeRun ? LEAVING_CASES : [FIRST, SECOND]);
