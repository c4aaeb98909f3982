/** Makes V8 collect garbage, for tests of released memory. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects garbage; finalizers run later. */
export const collectGarbage = runInNewContext("gc") as () => void;

/** Collects garbage, and runs finalizers. */
export async function finalizeUnused(): Promise<void> {
  await setImmediate();
  collectGarbage();
  await setImmediate();
}
