/** Has V8 collect garbage, for tests of what becomes of memory that nobody has any more. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Collects garbage, and lets the thread hear of it. */
export async function forgetUnused(): Promise<void> {
  await setImmediate();
  collectGarbage();
  await setImmediate();
}
