/**
 * In-memory cache of hourly series. Each curve file is read once; equal contents are parsed once and share one array.
 * Areas share most of their files, and many files are identical, so a model has few distinct curves. Series cached on
 * disk are read from there.
 *
 * The numbers are in shared memory: other threads reuse them with `add`.
 */
import { createHash } from "node:crypto";
import type { CurveCache, ReadCurve } from "./curve-cache.ts";

export class CurveMemory {
  readonly #byIdentity = new Map<string, Float64Array>();
  readonly #byText = new Map<string, Float64Array>();
  readonly #curveCache: CurveCache | null;
  #unsharedCurves: ReadCurve[] = [];

  /** `curveCache`: the cache on disk, if there is one. */
  constructor(curveCache: CurveCache | null = null) {
    this.#curveCache = curveCache;
  }

  /**
   * The curve of a file, given its path and the identity of its current content. `read` is called if the curve is
   * neither in memory nor in the cache on disk, `parse` if no other file has the same text.
   */
  curve(path: string, identity: string, read: () => string, parse: (text: string) => Float64Array): Float64Array {
    const cached = this.#byIdentity.get(identity);
    if (cached !== undefined) return cached;
    const { textHash, values } = this.#curveCache?.find(path, identity) ?? this.#read(path, identity, read, parse);
    const curve = this.#store({ identity, textHash, values });
    this.#unsharedCurves.push({ identity, textHash, values: curve });
    return curve;
  }

  /** Adds series that another thread has read. Arrays that this thread already uses are kept. */
  add(curves: readonly ReadCurve[]): void {
    for (const curve of curves) if (!this.#byIdentity.has(curve.identity)) this.#store(curve);
  }

  /** Series that this thread has read since the last call. */
  takeReadCurves(): readonly ReadCurve[] {
    const curves = this.#unsharedCurves;
    if (curves.length > 0) this.#unsharedCurves = [];
    return curves;
  }

  #read(path: string, identity: string, read: () => string, parse: (text: string) => Float64Array): ReadCurve {
    const text = read();
    const textHash = createHash("sha256").update(text).digest("base64");
    const curve = { identity, textHash, values: this.#byText.get(textHash) ?? toShared(parse(text)) };
    this.#curveCache?.write(path, curve);
    return curve;
  }

  #store({ identity, textHash, values }: ReadCurve): Float64Array {
    const curve = this.#byText.get(textHash) ?? values;
    this.#byText.set(textHash, curve);
    this.#byIdentity.set(identity, curve);
    return curve;
  }
}

function toShared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
