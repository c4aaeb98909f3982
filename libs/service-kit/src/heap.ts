/** When the garbage of a server is collected, and what it leaves given back to the system; see docs/performance.md. */
import { setFlagsFromString } from "node:v8";

/** By how much the heap of a thread grows before all of it is looked through: V8 itself lets it grow to three times what is in use. */
const GROWTH_PERCENT = 50;

/**
 * From now on, in all threads of the process. Not before everything is loaded: compiled code that is kept, that of Node among it,
 * is for the flags under which it was compiled, and is not used under others.
 */
export const collectEarly = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);

/** A few milliseconds of the calling thread each time. */
const GIVE_BACK_MS = 5_000;

/**
 * From now on memory that nobody uses goes back to the system wherever in the C library's heap it lies; by itself the library
 * gives back only what lies at the end of it. Answers whether it does: not where the library is another than that of GNU.
 */
export async function giveBackUnused(): Promise<boolean> {
  try {
    const { dlopen } = await import("node:ffi");
    const { malloc_trim: trim } = dlopen(null, { malloc_trim: { arguments: ["u64"], return: "i32" } }).functions;
    const give = (): void => void trim(0n);
    give();
    setInterval(give, GIVE_BACK_MS).unref();
    return true;
  } catch {
    // No such function, or a Node that cannot call any.
    return false;
  }
}
