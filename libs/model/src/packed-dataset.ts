/**
 * A dataset as one block of bytes, which can be posted to worker threads without copying, and is cached on disk.
 *
 * Layout: length of the header (8 bytes, little-endian float64) · header (JSON, padded to a multiple of 8) · numbers.
 * The header is the dataset with each array replaced by its position among the numbers.
 */
import type { AreaDataset } from "./dataset.ts";

const WORD = Float64Array.BYTES_PER_ELEMENT;

/** Copies a dataset into one block of memory, which `newMemory` allocates and which may be shared between threads. */
export function packDataset<Memory extends ArrayBufferLike>(
  dataset: AreaDataset,
  newMemory: (byteLength: number) => Memory,
): Memory {
  const arrays: Float64Array[] = [];
  let length = 0;
  const header = new TextEncoder().encode(
    JSON.stringify(dataset, (_, value: unknown) => {
      if (!(value instanceof Float64Array)) return value;
      arrays.push(value);
      length += value.length;
      return { $numbers: [length - value.length, value.length] };
    }),
  );
  const start = WORD + Math.ceil(header.length / WORD) * WORD;
  const bytes = newMemory(start + length * WORD);
  new Float64Array(bytes, 0, 1)[0] = header.length;
  new Uint8Array(bytes, WORD).fill(0x20, 0, start - WORD).set(header);
  const numbers = new Float64Array(bytes, start, length);
  let offset = 0;
  for (const array of arrays) {
    numbers.set(array, offset);
    offset += array.length;
  }
  return bytes;
}

/** A dataset whose arrays are views of the block; throws `SyntaxError` or `RangeError` for bytes in another format. */
export function unpackDataset(bytes: ArrayBufferLike): AreaDataset {
  const length = new Float64Array(bytes, 0, 1)[0] ?? 0;
  // Text cannot be decoded from shared memory, so the header is copied.
  const header = new TextDecoder().decode(new Uint8Array(bytes, WORD, length).slice());
  const start = WORD + Math.ceil(length / WORD) * WORD;
  return JSON.parse(header, (_, value: unknown) => {
    if (!isReference(value)) return value;
    const [offset, count] = value.$numbers;
    return new Float64Array(bytes, start + offset * WORD, count);
  }) as AreaDataset;
}

function isReference(value: unknown): value is { readonly $numbers: readonly [number, number] } {
  return typeof value === "object" && value !== null && "$numbers" in value;
}
