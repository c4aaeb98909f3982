/** Scenarios over HTTP: reading, storing, and calculating if the browser cannot. */
import {
  type Api,
  ApiError,
  type Area,
  type components,
  type Input,
  type Scenario as ScenarioResponse,
  UnreachableError,
} from "@etesian/client";
import type { Scaling } from "@etesian/sliders";
import {
  type Answer,
  type Calculator,
  type ChangedScenario,
  type Question,
  type Result,
  type StoredScenario,
  type CalculatorListener,
  isCustomQuery,
  type ResultRequest,
  type WholeAnswer,
  type Values,
} from "./calculator.ts";
import type { Visitor } from "../account/visitor.ts";
import { replace } from "./replacements.ts";
import type { ScaleRequest } from "./scaling-choice.ts";
import type { Storage, StoreOutcome } from "./storage.ts";

export class ScenarioNotFound extends Error {
  override readonly name = "ScenarioNotFound";
}

/** Whether repeating the request may succeed: a refusal is final, a busy or unreachable server is not. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof ScenarioNotFound) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

const messagesOf = ({ errors }: ApiError): readonly string[] => Object.values(errors).flat();

type Body = Pick<
  ScenarioResponse,
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

async function readCurve(api: Api, id: number, version: number, sha256: string): Promise<Float64Array> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/curve_numbers/{sha256}", {
    params: { path: { id, sha256 }, query: { at: version } },
    parseAs: "arrayBuffer",
  });
  return new Float64Array(data as ArrayBuffer);
}

/** Everything that determines a scenario's results, at a version. */
async function readRecipe(
  api: Api,
  id: number,
  version: number,
): Promise<
  Pick<StoredScenario, "userValues" | "balancedValues" | "activeCouplings" | "orders" | "curves" | "scaling">
> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/recipe", { params: { path: { id }, query: { at: version } } });
  const { user_values, balanced_values, active_couplings, orders, curves, scaling } = data!;
  const numbers = Object.entries(curves).map(async ([key, sha256]) => {
    const pendingCurve = curveNumbers.get(sha256) ?? readCurve(api, id, version, sha256);
    curveNumbers.set(sha256, pendingCurve);
    pendingCurve.catch(() => curveNumbers.delete(sha256));
    return [key, await pendingCurve] as const;
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
 * @param onAreaKnown is called with the area and the end year before the rest arrives
 * @throws ScenarioNotFound when it does not exist or is not visible to the user
 */
export async function readScenario(
  api: Api,
  id: number,
  onAreaKnown?: (area: string, endYear: number) => void,
): Promise<StoredScenario> {
  try {
    const { data, response } = await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
    const changedScenario = changedFrom(data as Body, versionOf(response));
    onAreaKnown?.(changedScenario.area, changedScenario.endYear);
    return { ...changedScenario, ...(await readRecipe(api, id, changedScenario.version)) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new ScenarioNotFound(String(id), { cause: error });
    throw error;
  }
}

/** Whether a scenario with this ID exists and is visible to the user. */
export async function findScenario(api: Api, id: number): Promise<boolean> {
  try {
    await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** All of the model's areas, with the attributes of the short form. */
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

/** A scenario to choose from. */
export interface Choice {
  readonly id: number;
  /** Empty if it has no title. */
  readonly name: string;
  readonly area: string;
  readonly endYear: number;
}

/** Scenarios to choose from: the person's saved and other scenarios, and examples. Guests can choose only examples. */
export async function readChoices(
  api: Api,
  language: "en" | "nl",
): Promise<{
  readonly saved: readonly Choice[];
  readonly unsaved: readonly Choice[];
  readonly examples: readonly Choice[];
}> {
  const emptyIfRefused = async <Answer>(response: Promise<readonly Answer[]>): Promise<readonly Answer[]> => {
    try {
      return await response;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return [];
      throw error;
    }
  };
  const query = { limit: 50 };
  const [savedScenarios, ownScenarios, examples] = await Promise.all([
    emptyIfRefused(api.GET("/api/v3/saved_scenarios", { params: { query } }).then(({ data }) => data!.data)),
    emptyIfRefused(api.GET("/api/v3/scenarios", { params: { query } }).then(({ data }) => data!.data)),
    api.GET("/api/v1/featured_scenarios").then(({ data }) => data!.featured_scenarios),
  ]);
  const areaAndYear = ({
    area_code: area,
    end_year: endYear,
  }: {
    readonly area_code: string;
    readonly end_year: number;
  }) => ({
    area,
    endYear,
  });
  const savedIds = new Set(savedScenarios.map(({ scenario_id: id }) => id));
  return {
    saved: savedScenarios.map((scenario) => ({
      id: scenario.scenario_id,
      name: scenario.title,
      ...areaAndYear(scenario),
    })),
    unsaved: ownScenarios
      .filter(({ id }) => !savedIds.has(id))
      .map((scenario) => ({
        id: scenario.id,
        name: scenario.title === "API" ? "" : (scenario.title ?? ""),
        ...areaAndYear(scenario),
      })),
    examples: examples.map((example) => ({
      id: example.scenario_id,
      name: example[`title_${language}`],
      ...areaAndYear(example),
    })),
  };
}

/** The start of a new scenario: an area without changes, or a copy of a scenario's current or earlier version. */
export type ScenarioStart =
  | { readonly area_code: string; readonly end_year: number; readonly scale?: ScaleRequest }
  /** A copy does not inherit the title. `user_values` are moved in the copy. */
  | {
      readonly scenario_id: number;
      readonly scenario_version?: number;
      readonly title?: string;
      readonly user_values?: Values;
    };

/** Creates a scenario and returns its ID. */
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
const DENIED_STATUSES = [401, 403, 404];

/** The methods of the visitor that the storage uses. */
type Sender = Pick<Visitor, "currentPerson" | "hasExpired" | "author">;

export const createStorage = (api: Api, visitor: Sender): Storage => ({
  readCurrent: (id) => readScenario(api, id),
  readVersion: async (scenario, version) => ({
    ...scenario,
    version,
    ...(await readRecipe(api, scenario.id, version)),
  }),
  change: (id, { changes, replacement, command, author }) =>
    sendAs(visitor, author, async () => {
      if (author !== null && (await visitor.currentPerson()) !== author) return { kind: "signedOut" };
      if (replacement !== null) {
        const warnings = await replace(api, id, replacement.to, command);
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
    sendAs(visitor, visitor.author, async () => {
      await replace(api, id, { kind: "version", version }, command);
      return { kind: "restored" };
    }),
});

/** Sends a command as its author; the outcome is success, a refusal with the server's messages, or no response. */
async function sendAs<Done extends { readonly kind: string }>(
  visitor: Sender,
  author: number | null,
  send: () => Promise<Done>,
): Promise<Done | Exclude<StoreOutcome, { readonly kind: "stored" }>> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = messagesOf(error);
    if (error instanceof UnreachableError || error.status >= 500 || error.status === 429) {
      return { kind: "unreachable", errors };
    }
    const isDenied = DENIED_STATUSES.includes(error.status);
    if (isDenied && ((await visitor.hasExpired()) || (author !== null && visitor.author !== author)))
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

const toNumber = (value: unknown): number | null => (typeof value === "number" ? value : null);
const toCurve = (value: unknown): Float32Array | null =>
  Array.isArray(value) && value.every((value) => typeof value === "number") ? Float32Array.from(value) : null;

/** The requested numbers from the server's response. */
function numbersOf(answers: QueryAnswers, request: ResultRequest): Pick<WholeAnswer, "results" | "curves"> {
  const results = new Map<string, Result>(
    request.queries.map((key) => {
      const { present, future } = answers[key] ?? { present: null, future: null };
      return [key, { today: toNumber(present), future: toNumber(future), fault: null }];
    }),
  );
  const curves = new Map<string, Float32Array>();
  for (const key of request.curves) {
    const curve = toCurve(answers[key]?.future);
    if (curve !== null) curves.set(key, curve);
  }
  return { results, curves };
}

/** The queries that the server answers, without duplicates. */
const serverKeys = ({ queries, curves }: ResultRequest): readonly string[] =>
  [...new Set([...queries, ...curves])].filter((key) => !isCustomQuery(key));

/** Queries per request, because URLs have a length limit. */
const MAX_KEYS = 100;

const recipeHashOf = (response: Response): string | null => response.headers.get("x-etesian-recipe");

/**
 * The numbers of a scenario of any area, calculated by the server, with the hash of their recipe.
 * @param atVersion the version; by default the current one
 */
export async function readNumbers(
  api: Api,
  id: number,
  request: ResultRequest,
  atVersion?: number,
): Promise<Pick<WholeAnswer, "results" | "curves" | "recipe">> {
  const keys = serverKeys(request);
  const version = atVersion === undefined ? {} : { at: atVersion };
  const answers: QueryAnswers = {};
  let recipe: string | null = null;
  for (let first = 0; first < keys.length; first += MAX_KEYS) {
    const query = { keys: keys.slice(first, first + MAX_KEYS), ...version };
    const { data, response } = await api.GET("/api/v3/scenarios/{id}/queries", { params: { path: { id }, query } });
    Object.assign(answers, data);
    recipe = recipeHashOf(response);
  }
  return { ...numbersOf(answers, request), recipe };
}

/** The answer for a stored scenario at its version. */
export async function readAnswer(api: Api, scenario: StoredScenario, request: ResultRequest): Promise<WholeAnswer> {
  const { id, version, userValues, balancedValues } = scenario;
  const numbers = await readNumbers(api, id, request, version);
  return { n: 0, version, sliders: { userValues, balancedValues }, refusals: [], ...numbers };
}

/** Statuses of a preview that violates the model's rules or the user's permissions. */
const NOT_ALLOWED_STATUSES = [403, 422];

/**
 * Requests results from the server: slower than a worker, for browsers that cannot calculate. Results of a stored
 * scenario are available to every user who can see it; results of changes are a preview. One question is in flight, the
 * newest one waits, and older waiting ones are dropped.
 */
export const serverCalculator =
  (api: Api) =>
  (listener: CalculatorListener): Calculator => {
    let waitingQuestion: Question | null = null;
    let isRequesting = false;
    let isClosed = false;

    async function preview({ n, scenario: storedScenario, changes, request }: Question): Promise<Answer> {
      const { data, response } = await api.POST("/api/v3/scenarios/{id}/preview", {
        params: { path: { id: storedScenario.id } },
        body: { scenario: { user_values: { ...changes } }, gqueries: [...serverKeys(request)] },
      });
      const { scenario, gqueries } = data as Preview;
      return {
        n,
        version: storedScenario.version,
        sliders: {
          userValues: scenario.user_values,
          balancedValues: scenario.balanced_values as Record<string, number>,
        },
        refusals: [],
        ...numbersOf(gqueries, request),
        recipe: recipeHashOf(response),
      };
    }

    async function ask(question: Question): Promise<Answer> {
      const { n, scenario, changes, request } = question;
      let refusals: readonly string[] = [];
      if (Object.keys(changes).length > 0) {
        try {
          return await preview(question);
        } catch (error) {
          if (!(error instanceof ApiError) || !NOT_ALLOWED_STATUSES.includes(error.status)) throw error;
          refusals = messagesOf(error);
        }
      }
      return { ...(await readAnswer(api, scenario, request)), n, refusals };
    }

    async function answerAll(): Promise<void> {
      isRequesting = true;
      for (let next = waitingQuestion; next !== null; next = waitingQuestion) {
        waitingQuestion = null;
        if (isClosed) break;
        try {
          const answer = await ask(next);
          if (!isClosed) listener.onAnswer(answer);
        } catch (error) {
          listener.onFault(error instanceof Error ? error.message : String(error));
        }
      }
      isRequesting = false;
    }

    return {
      ask(question) {
        waitingQuestion = question;
        if (!isRequesting) void answerAll();
      },
      tryOut: null,
      explore: null,
      inspect: null,
      explain: null,
      listNames: null,
      close() {
        isClosed = true;
      },
    };
  };
