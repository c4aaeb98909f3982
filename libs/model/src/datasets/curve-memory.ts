/**
 * The hours of the curve files that were read: each file is read once, equal texts are parsed once and are one array.
 * Areas share most of their files, and files much of their content, so that all curves of a model are few.
 *
 * The numbers lie in shared memory: what one thread has read, others take over with `add`.
 */
import { createHash } from "node:crypto";

/** A curve that was read. */
export interface ReadCurve {
  /** What tells its file, as it was then, from all others. */
  readonly file: string;
  /** Hash of its text. */
  readonly content: string;
  /** Over a `SharedArrayBuffer`; must not be written to. */
  readonly values: Float64Array;
}

export class CurveMemory {
  readonly #byFile = new Map<string, Float64Array>();
  readonly #byContent = new Map<string, Float64Array>();
  #unshared: ReadCurve[] = [];

  /** The curve of a file; `read` is called when nobody has read the file yet, `parse` when no other has the same text. */
  curve(file: string, read: () => string, parse: (text: string) => Float64Array): Float64Array {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const text = read();
    const content = createHash("sha256").update(text).digest("base64");
    const values = this.#remember({ file, content, values: this.#byContent.get(content) ?? toShared(parse(text)) });
    this.#unshared.push({ file, content, values });
    return values;
  }

  /** Takes over what another thread has read. Arrays that are in use here stay what they are. */
  add(curves: readonly ReadCurve[]): void {
    for (const curve of curves) if (!this.#byFile.has(curve.file)) this.#remember(curve);
  }

  /** What was read here since the last call. */
  takeRead(): readonly ReadCurve[] {
    const read = this.#unshared;
    if (read.length > 0) this.#unshared = [];
    return read;
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
