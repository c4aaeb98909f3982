import { vi } from "vitest";

/** Counts the buffers of a kind that a function allocates, if they are larger than `minBytes` bytes. */
export function countBuffers(kind: "ArrayBuffer" | "SharedArrayBuffer", work: () => unknown, minBytes = -1): number {
  const Original: new (bytes: number) => object = globalThis[kind];
  let count = 0;
  class CountingBuffer extends Original {
    constructor(bytes: number) {
      super(bytes);
      if (bytes > minBytes) count++;
    }
  }
  vi.stubGlobal(kind, CountingBuffer);
  try {
    work();
  } finally {
    vi.unstubAllGlobals();
  }
  return count;
}
