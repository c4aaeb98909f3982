/**
 * Hourly series of all curve files that were read: each file is read once, and equal texts are parsed once and share
 * one array. Areas share most of their files, and files much of their content, so a model has few distinct curves.
 * Series cached on disk are read from there.
 *
 * The numbers are in shared memory: other threads reuse them with `add`.
 */
import { createHash } from "node:crypto";
import type { CurveCache, ReadCurve } from "./curve-cache.ts";

export class CurveMemory {
  readonly #byFile = new Map<string, Float64Array>();
  readonly #byContent = new Map<string, Float64Array>();
  readonly #kept: CurveCache | null;
  #unshared: ReadCurve[] = [];

  /** `kept`: the disk cache for the next start; null for none. */
  constructor(kept: CurveCache | null = null) {
    this.#kept = kept;
  }

  /**
   * The curve of a file, given its path and the identity of its current content. `read` is called if the file is not
   * in memory, `parse` if no other file has the same text.
   */
  curve(path: string, file: string, read: () => string, parse: (text: string) => Float64Array): Float64Array {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const { content, values } = this.#kept?.find(path, file) ?? this.#read(path, file, read, parse);
    const curve = this.#remember({ file, content, values });
    this.#unshared.push({ file, content, values: curve });
    return curve;
  }

  /** Adds series that another thread has read. Arrays in use here are kept. */
  add(curves: readonly ReadCurve[]): void {
    for (const curve of curves) if (!this.#byFile.has(curve.file)) this.#remember(curve);
  }

  /** Series that were read here since the last call. */
  takeRead(): readonly ReadCurve[] {
    const read = this.#unshared;
    if (read.length > 0) this.#unshared = [];
    return read;
  }

  #read(path: string, file: string, read: () => string, parse: (text: string) => Float64Array): ReadCurve {
    const text = read();
    const content = createHash("sha256").update(text).digest("base64");
    const curve = { file, content, values: this.#byContent.get(content) ?? toShared(parse(text)) };
    this.#kept?.keep(path, curve);
    return curve;
  }

  #remember({ file, content, values }: ReadCurve): Float64Array {
    const curve = this.#byContent.get(content) ?? values;
    this.#byContent.set(content, curve);
    this.#byFile.set(file, curve);
    return curve;
  }
}

function toShared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
