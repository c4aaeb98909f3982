/** When the garbage of a server is collected, and what it leaves given back to the system; see docs/performance.md. */
import { setFlagsFromString } from "node:v8";

/** Growth of a thread's heap before a full collection. V8's default lets it grow to three times the memory in use. */
const GROWTH_PERCENT = 50;

/**
 * Applies from now on, in all threads of the process. Call it after all modules are loaded. Cached code, that of Node
 * included, is for the flags under which it was compiled, and is not used under others.
 */
export const collectEarly = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);

/** A few milliseconds of the calling thread each time. */
const RELEASE_INTERVAL_MS = 5_000;

/**
 * From now on unused memory returns to the system wherever it lies in the C library's heap; by default only memory at
 * its end does. Returns whether this works: not with a library other than GNU's.
 */
export async function releaseUnusedMemory(): Promise<boolean> {
  try {
    const { dlopen } = await import("node:ffi");
    const { malloc_trim: trim } = dlopen(null, { malloc_trim: { arguments: ["u64"], return: "i32" } }).functions;
    const give = (): void => void trim(0n);
    give();
    setInterval(give, RELEASE_INTERVAL_MS).unref();
    return true;
  } catch {
    // No such function, or a Node that cannot call any.
    return false;
  }
}
