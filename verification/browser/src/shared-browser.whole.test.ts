/** Tests ways to leave a shared browser; `npm test -- --exhaustive` tests all of them. */
import { isExhaustiveRun } from "@etesian/testing/sample";
import { LEAVING_CASES, describeLeaving, FIRST, SECOND } from "./shared-browser.fixture.ts";

describeLeaving(isExhaustiveRun ? LEAVING_CASES : [FIRST, SECOND]);
