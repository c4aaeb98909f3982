/**
 * The hours of the curve files that were read: each file is read once, equal contents are one array. Areas share most of
 * their files, and files much of their content, so that all curves of a model are few.
 *
 * The numbers lie in shared memory: what one thread has read, others take over with `add`.
 */
import { createHash } from "node:crypto";

/** A curve that was read. */
export interface ReadCurve {
  /** What tells its file, as it was then, from all others. */
  readonly file: string;
  /** Over a `SharedArrayBuffer`; must not be written to. */
  readonly values: Float64Array;
}

export class CurveMemory {
  readonly #byFile = new Map<string, Float64Array>();
  readonly #byContent = new Map<string, Float64Array>();
  #unshared: ReadCurve[] = [];

  /** The curve of a file; `read` is called when nobody has read the file yet. */
  curve(file: string, read: () => Float64Array): Float64Array {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const values = this.#remember(file, read());
    this.#unshared.push({ file, values });
    return values;
  }

  /** Takes over what another thread has read. Arrays that are in use here stay what they are. */
  add(curves: readonly ReadCurve[]): void {
    for (const { file, values } of curves) if (!this.#byFile.has(file)) this.#remember(file, values);
  }

  /** What was read here since the last call. */
  takeRead(): readonly ReadCurve[] {
    const read = this.#unshared;
    if (read.length > 0) this.#unshared = [];
    return read;
  }

  #remember(file: string, values: Float64Array): Float64Array {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const content = createHash("sha256").update(bytes).digest("base64");
    let curve = this.#byContent.get(content);
    if (curve === undefined) this.#byContent.set(content, (curve = shared(values)));
    this.#byFile.set(file, curve);
    return curve;
  }
}

function shared(values: Float64Array): Float64Array {
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
