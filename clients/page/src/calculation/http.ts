/** Scenarios over HTTP: reading, storing, and calculating if the browser cannot. */
import {
  type Api,
  ApiError,
  type Area,
  type components,
  type Input,
  type Scenario as ScenarioAnswer,
  UnreachableError,
} from "@etesian/client";
import type { Scaling } from "@etesian/sliders";
import type {
  Answer,
  Calculator,
  ChangedScenario,
  Question,
  Result,
  StoredScenario,
  CalculatorListener,
  Requested,
  WholeAnswer,
  Values,
} from "./calculator.ts";
import type { Visitor } from "../account/visitor.ts";
import { replace } from "./replacements.ts";
import type { ScaleRequest } from "./scaling-choice.ts";
import type { Storage, Stored } from "./storage.ts";

export class ScenarioNotFound extends Error {
  override readonly name = "ScenarioNotFound";
}

/** Whether repeating the request may succeed: a refusal is final, a busy or unreachable server is not. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof ScenarioNotFound) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

const sentencesOf = ({ errors }: ApiError): readonly string[] => Object.values(errors).flat();

type Body = Pick<
  ScenarioAnswer,
  | "active_couplings"
  | "inactive_couplings"
  | "id"
  | "area_code"
  | "start_year"
  | "end_year"
  | "title"
  | "read_only"
  | "template"
  | "user_values"
  | "balanced_values"
>;

const changedFrom = (body: Body, version: number): ChangedScenario => ({
  id: body.id,
  version,
  title: body.title ?? "",
  area: body.area_code,
  startYear: body.start_year,
  endYear: body.end_year,
  isReadOnly: body.read_only,
  template: body.template ?? null,
  userValues: body.user_values,
  balancedValues: body.balanced_values as Record<string, number>,
  activeCouplings: body.active_couplings,
  inactiveCouplings: body.inactive_couplings,
});

/** The `ETag` of a response holds its scenario's version. */
const versionOf = (response: Response): number => Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0] ?? 0);

/** Values of attached curves by their hash, which identifies them completely. */
const curveNumbers = new Map<string, Promise<Float64Array>>();

async function readCurve(api: Api, id: number, at: number, sha256: string): Promise<Float64Array> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/curve_numbers/{sha256}", {
    params: { path: { id, sha256 }, query: { at } },
    parseAs: "arrayBuffer",
  });
  return new Float64Array(data as ArrayBuffer);
}

/** Everything that determines a scenario's results, at a version. */
async function readRecipe(
  api: Api,
  id: number,
  at: number,
): Promise<
  Pick<StoredScenario, "userValues" | "balancedValues" | "activeCouplings" | "orders" | "curves" | "scaling">
> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/recipe", { params: { path: { id }, query: { at } } });
  const { user_values, balanced_values, active_couplings, orders, curves, scaling } = data!;
  const numbers = Object.entries(curves).map(async ([key, sha256]) => {
    const reading = curveNumbers.get(sha256) ?? readCurve(api, id, at, sha256);
    curveNumbers.set(sha256, reading);
    reading.catch(() => curveNumbers.delete(sha256));
    return [key, await reading] as const;
  });
  return {
    userValues: user_values,
    balancedValues: balanced_values,
    activeCouplings: active_couplings,
    orders,
    curves: Object.fromEntries(await Promise.all(numbers)),
    scaling: scaling && {
      areaAttribute: scaling.area_attribute as Scaling["areaAttribute"],
      value: scaling.value,
      baseValue: scaling.base_value,
      hasAgriculture: scaling.has_agriculture,
      hasIndustry: scaling.has_industry,
      hasEnergy: scaling.has_energy,
    },
  };
}

/**
 * @param onPlace is called with the area and the end year before the rest arrives
 * @throws ScenarioNotFound when it does not exist or is not visible to the user
 */
export async function readScenario(
  api: Api,
  id: number,
  onPlace?: (area: string, endYear: number) => void,
): Promise<StoredScenario> {
  try {
    const { data, response } = await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
    const changed = changedFrom(data as Body, versionOf(response));
    onPlace?.(changed.area, changed.endYear);
    return { ...changed, ...(await readRecipe(api, id, changed.version)) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new ScenarioNotFound(String(id), { cause: error });
    throw error;
  }
}

/** Whether a scenario with this number exists and is visible to the user. */
export async function findScenario(api: Api, id: number): Promise<boolean> {
  try {
    await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** All areas of the model, with the attributes of the short form. */
export const readAreas = async (api: Api): Promise<readonly Area[]> =>
  (await api.GET("/api/v3/areas", { params: { query: { detailed: false } } })).data!;

/**
 * A scenario's inputs: ranges, start values, and whether they can be moved.
 * @param defaults whether start values come from the area's data or from the scenario's template
 */
export async function readInputs(
  api: Api,
  id: number,
  defaults: "original" | "parent" = "original",
): Promise<ReadonlyMap<string, Input>> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/inputs", { params: { path: { id }, query: { defaults } } });
  return new Map(Object.entries(data as Readonly<Record<string, Input>>));
}

/** A scenario that can be chosen. */
export interface Choice {
  readonly id: number;
  /** Empty if it has no title. */
  readonly name: string;
  readonly about: string;
}

/** Scenarios to choose from: the person's saved ones, their others, and examples. Without a person: examples only. */
export async function readChoices(
  api: Api,
  language: "en" | "nl",
): Promise<{
  readonly saved: readonly Choice[];
  readonly own: readonly Choice[];
  readonly examples: readonly Choice[];
}> {
  const orNone = async <Answer>(reading: Promise<readonly Answer[]>): Promise<readonly Answer[]> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return [];
      throw error;
    }
  };
  const query = { limit: 50 };
  const [saved, own, examples] = await Promise.all([
    orNone(api.GET("/api/v3/saved_scenarios", { params: { query } }).then(({ data }) => data!.data)),
    orNone(api.GET("/api/v3/scenarios", { params: { query } }).then(({ data }) => data!.data)),
    api.GET("/api/v1/featured_scenarios").then(({ data }) => data!.featured_scenarios),
  ]);
  const about = ({ area_code: area, end_year: year }: { readonly area_code: string; readonly end_year: number }) =>
    `${area} · ${year}`;
  const isSaved = new Set(saved.map(({ scenario_id: id }) => id));
  return {
    saved: saved.map((one) => ({ id: one.scenario_id, name: one.title, about: about(one) })),
    own: own
      .filter(({ id }) => !isSaved.has(id))
      .map((one) => ({ id: one.id, name: one.title === "API" ? "" : (one.title ?? ""), about: about(one) })),
    examples: examples.map((one) => ({
      id: one.scenario_id,
      name: one[`title_${language}`],
      about: about(one),
    })),
  };
}

/** The start of a new scenario: an area without changes, or a copy of another scenario, at its current or an earlier version. */
export type ScenarioStart =
  | { readonly area_code: string; readonly end_year: number; readonly scale?: ScaleRequest }
  /** Without a title the copy keeps the other scenario's. `user_values` are moved in the copy. */
  | {
      readonly scenario_id: number;
      readonly scenario_version?: number;
      readonly title?: string;
      readonly user_values?: Values;
    };

/** Creates a scenario and returns its number. */
export async function createScenario(api: Api, start: ScenarioStart): Promise<number> {
  const { data } = await api.POST("/api/v3/scenarios", { body: { scenario: { ...start, source: "Etesian" } } });
  return (data as Body).id;
}

/** All curves that a scenario can have, with the attached files. */
export const readCurves = async (api: Api, id: number): Promise<readonly components["schemas"]["CustomCurve"][]> =>
  (
    await api.GET("/api/v3/scenarios/{id}/custom_curves", {
      params: { path: { id }, query: { include_unattached: true } },
    })
  ).data!;

/** Refusals of a change that can be due to an expired session. */
const DENIED = [401, 403, 404];

/** The part of the visitor that storing needs. */
type Sender = Pick<Visitor, "currentPerson" | "hasExpired" | "maker">;

export const storageOver = (api: Api, visitor: Sender): Storage => ({
  read: (id) => readScenario(api, id),
  readVersion: async (scenario, version) => ({
    ...scenario,
    version,
    ...(await readRecipe(api, scenario.id, version)),
  }),
  change: (id, { changes, exchange, command, maker }) =>
    settled(visitor, maker, async () => {
      if (maker !== null && (await visitor.currentPerson()) !== maker) return { kind: "signedOut" };
      if (exchange !== null) {
        const warnings = await replace(api, id, exchange.to, command);
        return { kind: "stored", scenario: await readScenario(api, id), warnings };
      }
      const { data, response } = await api.PUT("/api/v3/scenarios/{id}", {
        params: { path: { id }, header: { "Idempotency-Key": command } },
        body: { scenario: { user_values: { ...changes } } },
      });
      return {
        kind: "stored",
        scenario: changedFrom((data as { readonly scenario: Body }).scenario, versionOf(response)),
        warnings: [],
      };
    }),
  restore: (id, version, command) =>
    settled(visitor, visitor.maker, async () => {
      await replace(api, id, { kind: "version", version }, command);
      return { kind: "restored" };
    }),
});

/** The outcome of a command: done, refused with the service's sentences, or unanswered. */
async function settled<Done extends { readonly kind: string }>(
  visitor: Sender,
  maker: number | null,
  send: () => Promise<Done>,
): Promise<Done | Exclude<Stored, { readonly kind: "stored" }>> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = sentencesOf(error);
    if (error instanceof UnreachableError || error.status >= 500 || error.status === 429) {
      return { kind: "unreachable", errors };
    }
    const isDenied = DENIED.includes(error.status);
    if (isDenied && ((await visitor.hasExpired()) || (maker !== null && visitor.maker !== maker)))
      return { kind: "signedOut" };
    return { kind: error.status === 403 ? "denied" : "refused", errors, cause: error };
  }
}

interface QueryAnswers {
  [key: string]: { readonly present: unknown; readonly future: unknown };
}
interface Preview {
  readonly scenario: Body;
  readonly gqueries: QueryAnswers;
}

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const hours = (value: unknown): Float32Array | null =>
  Array.isArray(value) && value.every((each) => typeof each === "number") ? Float32Array.from(value) : null;

/** The requested numbers from the service's response. */
function numbersOf(answers: QueryAnswers, wanted: Requested): Pick<WholeAnswer, "results" | "curves"> {
  const results = new Map<string, Result>(
    wanted.queries.map((key) => {
      const { present, future } = answers[key] ?? { present: null, future: null };
      return [key, { today: number(present), future: number(future), fault: null }];
    }),
  );
  const curves = new Map<string, Float32Array>();
  for (const key of wanted.curves) {
    const curve = hours(answers[key]?.future);
    if (curve !== null) curves.set(key, curve);
  }
  return { results, curves };
}

/** Queries per request, because addresses have a length limit. */
const MAX_KEYS = 100;

const recipeNamed = (response: Response): string | null => response.headers.get("x-etesian-recipe");

/**
 * The numbers of a scenario of any area, calculated by the server, with the hash of their recipe.
 * @param at the version; absent: the current one
 */
export async function readNumbers(
  api: Api,
  id: number,
  wanted: Requested,
  at?: number,
): Promise<Pick<WholeAnswer, "results" | "curves" | "recipe">> {
  const keys = [...new Set([...wanted.queries, ...wanted.curves])];
  const version = at === undefined ? {} : { at };
  const answers: QueryAnswers = {};
  let recipe: string | null = null;
  for (let first = 0; first < keys.length; first += MAX_KEYS) {
    const query = { keys: keys.slice(first, first + MAX_KEYS), ...version };
    const { data, response } = await api.GET("/api/v3/scenarios/{id}/queries", { params: { path: { id }, query } });
    Object.assign(answers, data);
    recipe = recipeNamed(response);
  }
  return { ...numbersOf(answers, wanted), recipe };
}

/** The answer for a stored scenario at its version. */
export async function readAnswer(api: Api, stored: StoredScenario, wanted: Requested): Promise<WholeAnswer> {
  const { id, version, userValues, balancedValues } = stored;
  const numbers = await readNumbers(api, id, wanted, version);
  return { n: 0, version, sliders: { userValues, balancedValues }, refused: [], ...numbers };
}

/** Statuses of a preview that the model's rules or the user's rights do not allow. */
const NOT_ALLOWED = [403, 422];

/**
 * Requests results from the server: slower than a worker, for browsers that cannot calculate. Results of a stored
 * scenario are available to every user who can see it, results of changes are a preview. One request is in flight, the
 * newest one waits, and older pending ones are dropped.
 */
export const serverCalculator =
  (api: Api) =>
  (listener: CalculatorListener): Calculator => {
    let waiting: Question | null = null;
    let isAsking = false;
    let isClosed = false;

    async function preview({ n, stored, changes, wanted }: Question): Promise<Answer> {
      const { data, response } = await api.POST("/api/v3/scenarios/{id}/preview", {
        params: { path: { id: stored.id } },
        body: { scenario: { user_values: { ...changes } }, gqueries: [...wanted.queries, ...wanted.curves] },
      });
      const { scenario, gqueries } = data as Preview;
      return {
        n,
        version: stored.version,
        sliders: {
          userValues: scenario.user_values,
          balancedValues: scenario.balanced_values as Record<string, number>,
        },
        refused: [],
        ...numbersOf(gqueries, wanted),
        recipe: recipeNamed(response),
      };
    }

    async function ask(question: Question): Promise<Answer> {
      const { n, stored, changes, wanted } = question;
      let refused: readonly string[] = [];
      if (Object.keys(changes).length > 0) {
        try {
          return await preview(question);
        } catch (error) {
          if (!(error instanceof ApiError) || !NOT_ALLOWED.includes(error.status)) throw error;
          refused = sentencesOf(error);
        }
      }
      return { ...(await readAnswer(api, stored, wanted)), n, refused };
    }

    async function answerAll(): Promise<void> {
      isAsking = true;
      for (let next = waiting; next !== null; next = waiting) {
        waiting = null;
        if (isClosed) break;
        try {
          const answer = await ask(next);
          if (!isClosed) listener.onAnswer(answer);
        } catch (error) {
          listener.onFault(error instanceof Error ? error.message : String(error));
        }
      }
      isAsking = false;
    }

    return {
      ask(question) {
        waiting = question;
        if (!isAsking) void answerAll();
      },
      tryOut: null,
      explore: null,
      inspect: null,
      explain: null,
      close() {
        isClosed = true;
      },
    };
  };
