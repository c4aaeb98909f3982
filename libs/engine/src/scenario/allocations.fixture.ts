import { vi } from "vitest";

/** The number of buffers of a kind that some work allocates; only buffers larger than `over` bytes count. */
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
