/** Loads the values of attached curves by their hashes in recipes. */
import { LruCache } from "@etesian/collections";
import type { RecipeByHash } from "@etesian/contracts/codecs";
import type { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { type CallOrigin, type Calls, RpcError, status } from "@etesian/service-kit";
import {
  toCalculationCurve,
  type AttachedCurveType,
  type CustomCurve,
  CURVE_LENGTH,
  type Recipe,
} from "@etesian/sliders";

export type CurvesClient = Pick<Calls<CurvesServiceDefinition>, "readNumbers">;

/** Maximum number of curves in the cache. Each takes 70 KB. */
const MAX_CACHED = 500;

/** An LRU cache: each curve is fetched once per process. */
export class CurveValues {
  readonly #client: CurvesClient;
  readonly #catalogue: () => Promise<readonly CustomCurve[]>;
  /** Curves for the calculation, by type and hash, in memory shared by all threads. */
  readonly #values = new LruCache<string, Promise<Float64Array>>(MAX_CACHED);

  /** `catalogue` returns the model's custom curves. */
  constructor(client: CurvesClient, catalogue: () => Promise<readonly CustomCurve[]>) {
    this.#client = client;
    this.#catalogue = catalogue;
  }

  /** Adds the values of curves to a recipe; unknown curves are dropped. */
  async complete(recipe: RecipeByHash, { requestId, deadline }: CallOrigin): Promise<Recipe> {
    const attachedCurves = Object.entries(recipe.curves);
    const catalogue = attachedCurves.length === 0 ? [] : await this.#catalogue();
    const types = new Map<string, AttachedCurveType>(catalogue.map(({ key, type }) => [key, type]));
    const curves = attachedCurves.flatMap(([key, hash]) => {
      const type = types.get(key);
      return type === undefined ? [] : [{ key, type, hash }];
    });
    // Later callers share the request, so it continues when this caller disconnects.
    const origin = { ...(requestId !== undefined && { requestId }), ...(deadline !== undefined && { deadline }) };
    const read = curves.map(async ({ key, type, hash }) => [key, await this.#curve(type, hash, origin)] as const);
    return { ...recipe, curves: Object.fromEntries(await Promise.all(read)) };
  }

  async #curve(type: AttachedCurveType, hash: string, origin: CallOrigin): Promise<Float64Array> {
    const key = `${type} ${hash}`;
    const curve = this.#values.get(key) ?? this.#read(type, hash, origin);
    this.#values.set(key, curve);
    try {
      return await curve;
    } catch (error) {
      if (this.#values.get(key) === curve) this.#values.delete(key);
      throw error;
    }
  }

  async #read(type: AttachedCurveType, hash: string, origin: CallOrigin): Promise<Float64Array> {
    const { numbers } = await this.#client.readNumbers({ hash }, origin);
    if (numbers.length !== CURVE_LENGTH * 8) {
      const actual = `${numbers.length} bytes, expected ${CURVE_LENGTH * 8}`;
      throw new RpcError(status.DATA_LOSS, `The values of the curve ${hash} are invalid: ${actual}`);
    }
    const values = Float64Array.from({ length: CURVE_LENGTH }, (_, hour) => numbers.readDoubleLE(hour * 8));
    const sharedValues = new Float64Array(new SharedArrayBuffer(numbers.length));
    sharedValues.set(toCalculationCurve(type, values));
    return sharedValues;
  }
}
