import { vi } from "vitest";

/** Buffers of a kind that some work allocates, counting those larger than the given number of bytes. */
export function buffersMade(kind: "ArrayBuffer" | "SharedArrayBuffer", work: () => unknown, over = -1): number {
  const Original: new (bytes: number) => object = globalThis[kind];
  let made = 0;
  class Counted extends Original {
    constructor(bytes: number) {
      super(bytes);
      if (bytes > over) made++;
    }
  }
  vi.stubGlobal(kind, Counted);
  try {
    work();
  } finally {
    vi.unstubAllGlobals();
  }
  return made;
}
