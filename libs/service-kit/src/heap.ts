/** Controls when a server collects garbage and returns memory to the system; see docs/performance.md. */
import { setFlagsFromString } from "node:v8";

/**
 * Growth of a thread's heap before a full collection. V8's default lets the heap grow to three times the live memory.
 */
const GROWTH_PERCENT = 50;

/**
 * Makes all threads of the process collect garbage earlier, with immediate effect. Call it after all modules are
 * loaded: cached code, including Node's own, is only valid for the flags under which it was compiled.
 */
export const collectEarly = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);

/** Interval between releases, each of which takes a few milliseconds. */
const RELEASE_INTERVAL_MS = 5_000;

/**
 * Regularly returns unused memory from anywhere in the C library's heap to the system; by default, only memory at the
 * heap's end is returned. Resolves to whether this is supported: only with GNU's C library.
 */
export async function releaseUnusedMemory(): Promise<boolean> {
  try {
    const { dlopen } = await import("node:ffi");
    const { malloc_trim: trim } = dlopen(null, { malloc_trim: { arguments: ["u64"], return: "i32" } }).functions;
    const release = (): void => void trim(0n);
    release();
    setInterval(release, RELEASE_INTERVAL_MS).unref();
    return true;
  } catch {
    // The function is missing, or this version of Node cannot call it.
    return false;
  }
}
