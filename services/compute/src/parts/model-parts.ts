/**
 * The model in parts, for clients that calculate locally. Each part is made on demand by a thread, compressed outside
 * the threads, and stored by its hash. Gzip is available immediately; Brotli follows when no calculation waits.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { LruCache } from "@etesian/collections";
import { type AreaManifest, PART_FORMAT, type PartReference } from "@etesian/model/parts";
import type { AdmittedCaller } from "../admission.ts";
import type { Encoding, PartStore } from "./part-store.ts";
import type { CurvesOfArea, BuiltPart, PartSource } from "../threads/worker-messages.ts";

const zip = { gzip: promisify(gzip), gunzip: promisify(gunzip), brotliCompress: promisify(brotliCompress) };

/**
 * Nearly as small as quality 11, in a tenth of the time. Distances in rows of numbers are multiples of 8 bytes, which
 * three postfix bits encode in an eighth less space.
 */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_NPOSTFIX]: 3,
  },
};
/** Interval between checks for idle threads. */
const IDLE_CHECK_MS = 500;
/** Maximum number of parts queued for Brotli. */
const MAX_WAITING = 64;

/** Maximum number of cached manifests, 1 KB each. */
const MAX_MANIFESTS = 64;
/** Maximum number of parts whose source is cached by hash. */
const MAX_SOURCES = 4_000;

/** Makes parts; implemented by the calculator. */
export interface PartMaker {
  /** Makes a part; returns its bytes only if `includeBytes`. */
  make(source: PartSource, includeBytes: boolean, caller: AdmittedCaller): Promise<BuiltPart>;
  /** Facts about an area's curves: the variants with their own parts, and the weekday of 1 January. */
  curves(area: string, caller: AdmittedCaller): Promise<CurvesOfArea>;
  /** The fields of the manifest other than its parts. */
  describeArea(area: string): Promise<Pick<AreaManifest, "engine" | "model" | "dataset" | "start_year">>;
  /** Whether no calculation is running or queued. */
  isIdle(): boolean;
}

/** A part as it is sent to clients. */
export interface CompressedPart {
  readonly encoding: Encoding;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Identifies a manifest. */
export interface AreaYear {
  readonly area: string;
  readonly endYear: number;
}

export class ModelParts {
  readonly #maker: PartMaker;
  readonly #store: Promise<PartStore>;
  readonly #manifests = new LruCache<string, Promise<AreaManifest>>(MAX_MANIFESTS);
  readonly #common: { [kind in "definition" | "interface"]: Promise<PartReference> | null } = {
    definition: null,
    interface: null,
  };
  readonly #sources = new LruCache<string, PartSource>(MAX_SOURCES);
  /** Parts being compressed with gzip. */
  readonly #compressing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  readonly #brotliQueue = new Set<string>();
  readonly #closed = new AbortController();
  #isCompressing = false;

  constructor(maker: PartMaker, store: Promise<PartStore>) {
    this.#maker = maker;
    this.#store = store;
    store.catch(() => {});
  }

  /** The manifest of an area, with its inputs for an end year. Rejects like calculations. */
  async manifest(target: AreaYear, caller: AdmittedCaller): Promise<AreaManifest> {
    const key = `${target.area} ${target.endYear}`;
    const manifest = this.#manifests.get(key) ?? this.#makeManifest(target, caller);
    this.#manifests.set(key, manifest);
    try {
      return await manifest;
    } catch (error) {
      // The next request starts again.
      if (this.#manifests.get(key) === manifest) this.#manifests.delete(key);
      throw error;
    }
  }

  /** A part by its hash; null if the model has no such part. `from`: the manifest that refers to it, if known. */
  async read(
    sha256: string,
    acceptsBrotli: boolean,
    from: AreaYear | null,
    caller: AdmittedCaller,
  ): Promise<CompressedPart | null> {
    const store = await this.#store;
    const br = acceptsBrotli ? await store.read(sha256, "br") : null;
    if (br !== null) return { encoding: "br", content: br };
    const bytes = await store.read(sha256, "gzip");
    if (bytes !== null) {
      // An earlier process may have ended before it compressed the part with Brotli.
      if (acceptsBrotli) this.#compressLater(sha256);
      return { encoding: "gzip", content: bytes };
    }
    if (!this.#sources.has(sha256) && from !== null) await this.manifest(from, caller);
    const source = this.#sources.get(sha256);
    if (source === undefined) return null;
    const compression = this.#compressing.get(sha256) ?? this.#rebuild(sha256, source, caller);
    return { encoding: "gzip", content: await compression };
  }

  close(): void {
    this.#closed.abort();
  }

  async #makeManifest({ area, endYear }: AreaYear, caller: AdmittedCaller): Promise<AreaManifest> {
    const sharedCaller: AdmittedCaller = { ...caller, signal: this.#closed.signal };
    const createReference = (source: PartSource, isFetchedNext = true) =>
      this.#refer(source, isFetchedNext, sharedCaller);
    const description = await this.#maker.describeArea(area);
    const [definition, texts, dataset, curves, inputs, { variants, firstWeekday }] = await Promise.all([
      this.#sharedReference("definition", sharedCaller),
      this.#sharedReference("interface", sharedCaller),
      createReference({ kind: "dataset", area }),
      createReference({ kind: "curves", area }),
      createReference({ kind: "inputs", area, endYear }),
      this.#maker.curves(area, sharedCaller),
    ]);
    const variantParts = variants.map(async ({ set, variant }) => {
      return [`${set}/${variant}`, await createReference({ kind: "variant", area, set, variant }, false)] as const;
    });
    return {
      format: PART_FORMAT,
      ...description,
      first_weekday: firstWeekday,
      area,
      parts: {
        definition,
        interface: texts,
        dataset,
        curves,
        variants: Object.fromEntries(await Promise.all(variantParts)),
        inputs: { [endYear]: inputs },
      },
    };
  }

  /** Returns a part that all areas share; it is made only once. */
  async #sharedReference(kind: "definition" | "interface", caller: AdmittedCaller): Promise<PartReference> {
    const reference = (this.#common[kind] ??= this.#refer({ kind }, true, caller));
    try {
      return await reference;
    } catch (error) {
      if (this.#common[kind] === reference) this.#common[kind] = null;
      throw error;
    }
  }

  /** Makes a part, and compresses it in the background if it is likely to be fetched next. */
  async #refer(source: PartSource, isFetchedNext: boolean, caller: AdmittedCaller): Promise<PartReference> {
    const { sha256, byteLength, bytes } = await this.#maker.make(source, isFetchedNext, caller);
    this.#sources.set(sha256, source);
    if (bytes !== null && !this.#compressing.has(sha256)) {
      const store = await this.#store;
      if ((await store.read(sha256, "gzip")) === null) this.#compress(sha256, Promise.resolve(bytes)).catch(() => {});
    }
    return { sha256, bytes: byteLength };
  }

  async #rebuild(sha256: string, source: PartSource, caller: AdmittedCaller): Promise<Uint8Array<ArrayBuffer>> {
    const building = this.#maker.make(source, true, { ...caller, signal: this.#closed.signal });
    return this.#compress(
      sha256,
      building.then((part) => {
        if (part.sha256 !== sha256 || part.bytes === null)
          throw new Error(`the part ${sha256} has a different hash when it is made again`);
        return part.bytes;
      }),
    );
  }

  #compress(sha256: string, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
    const compression = (async () => {
      const content = await zip.gzip(await bytes);
      await (await this.#store).write(sha256, "gzip", content);
      return content;
    })().finally(() => this.#compressing.delete(sha256));
    this.#compressing.set(sha256, compression);
    compression.then(
      () => this.#compressLater(sha256),
      () => {},
    );
    return compression;
  }

  #compressLater(sha256: string): void {
    if (this.#brotliQueue.size < MAX_WAITING) this.#brotliQueue.add(sha256);
    if (this.#isCompressing) return;
    this.#isCompressing = true;
    this.#compressAtIdle()
      .catch(() => {})
      .finally(() => (this.#isCompressing = false));
  }

  /** Compresses queued parts with Brotli, one at a time, while no calculation is running or queued. */
  async #compressAtIdle(): Promise<void> {
    const store = await this.#store;
    const { signal } = this.#closed;
    for (const sha256 of this.#brotliQueue) {
      do await sleep(IDLE_CHECK_MS, undefined, { ref: false, signal });
      while (!this.#maker.isIdle());
      this.#brotliQueue.delete(sha256);
      const content = await store.read(sha256, "gzip");
      if (content === null || (await store.read(sha256, "br")) !== null) continue;
      await store.write(sha256, "br", await zip.brotliCompress(await zip.gunzip(content), BROTLI));
    }
  }
}
