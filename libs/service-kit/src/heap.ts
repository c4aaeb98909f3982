/** When the garbage of a server is collected; see docs/performance.md. */
import { setFlagsFromString } from "node:v8";

/** By how much the heap of a thread grows before all of it is looked through: V8 itself lets it grow to three times what is in use. */
const GROWTH_PERCENT = 50;

/**
 * From now on, in all threads of the process. Not before everything is loaded: compiled code that is kept, that of Node among it,
 * is for the flags under which it was compiled, and is not used under others.
 */
export const collectEarly = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
