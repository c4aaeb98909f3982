/**
 * Origin of a new scenario: area, end year and scaling, as requested or copied from the scenario it clones.
 */
import { DEFAULT_AREA } from "@etesian/contracts/areas";
import { REQUESTS, SCENARIOS } from "@etesian/contracts/limits";
import { AREA_ATTRIBUTES, type CouplingGroups, type CustomCurve, type Recipe, type Scaling } from "@etesian/sliders";
import type { ModelChange } from "./migration.ts";

/** Facts about an area that the rules need. */
export interface AreaFacts {
  readonly startYear: number;
  /** Why it cannot be calculated; null if it can. */
  readonly problem: string | null;
  /** Attributes that scaling can use. */
  readonly attributes: { readonly [name: string]: unknown };
}

export interface ServedModel {
  readonly defaultArea: string;
  readonly areas: ReadonlyMap<string, AreaFacts>;
  readonly couplings: CouplingGroups;
  /** User-sortable orders with all their members in default order. */
  readonly orders: Recipe["orders"];
  /** Changes of inputs by version, oldest first. */
  readonly changes: readonly ModelChange[];
  /** Curves that users may attach, in the model's order. */
  readonly customCurves: readonly CustomCurve[];
}

export interface Origin {
  readonly area: string;
  readonly endYear: number;
  readonly scaling: Scaling | null;
}

/** As received; `undefined` for a field that was not sent. */
export interface OriginRequest {
  readonly areaCode: unknown;
  readonly endYear: unknown;
  readonly scale: ScaleRequest | null;
  /** Removes the parent's scaling. */
  readonly descale: boolean;
}

export interface ScaleRequest {
  readonly areaAttribute: unknown;
  readonly value: unknown;
  readonly hasAgriculture: boolean;
  readonly hasIndustry: boolean;
  readonly hasEnergy: boolean;
}

export interface FieldProblem {
  /** Attribute the problem is about, or "base". */
  readonly attribute: string;
  readonly message: string;
}

export const DEFAULT_END_YEAR = 2050;
/** Start year of areas that the model does not have. */
export const UNKNOWN_START_YEAR = 2019;
/** Range of the number of inhabitants or residences of a scaled region: no ratio of two sizes overflows a double. */
const SIZES = { min: 1e-3, max: 1e12 };

/** The origin, or all problems with the request. A `parent`, the origin of the scenario to clone, takes precedence. */
export function originOf(
  request: OriginRequest,
  model: ServedModel,
  parent: Origin | null,
): Origin | { readonly problems: readonly FieldProblem[] } {
  const area = parent?.area ?? resolveArea(toText(request.areaCode, DEFAULT_AREA), model);
  const facts = model.areas.get(area);
  const problems: FieldProblem[] = areaProblems(area, facts);

  const endYear = parent?.endYear ?? Number(toText(request.endYear, DEFAULT_END_YEAR));
  if (parent === null) problems.push(...endYearProblems(request.endYear, facts?.startYear ?? UNKNOWN_START_YEAR));

  const scaling = request.scale
    ? scalingOf(request.scale, parent?.scaling ?? null, facts)
    : request.descale
      ? null
      : (parent?.scaling ?? null);
  if (typeof scaling === "string") problems.push({ attribute: "scaler", message: `is invalid: ${scaling}` });
  return problems.length > 0 || typeof scaling === "string" ? { problems } : { area, endYear, scaling };
}

/** Key of an area; the default area of the API document is replaced by the model's if the model lacks it. */
const resolveArea = (name: string, { areas, defaultArea }: ServedModel): string =>
  name === DEFAULT_AREA && !areas.has(name) ? defaultArea : name;

const toText = (value: unknown, fallback: string | number): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : value === undefined ? String(fallback) : "";

function areaProblems(area: string, facts: AreaFacts | undefined): FieldProblem[] {
  const toProblem = (message: string): FieldProblem => ({ attribute: "area_code", message });
  if (area.trim() === "") return [toProblem("can't be blank"), toProblem("is unknown or not supported")];
  if (facts === undefined) return [toProblem("is unknown or not supported")];
  return facts.problem === null ? [] : [toProblem(`cannot be calculated: ${facts.problem}`)];
}

function endYearProblems(value: unknown, startYear: number): FieldProblem[] {
  const toProblems = (message: string): FieldProblem[] => [{ attribute: "end_year", message }];
  const text = toText(value, DEFAULT_END_YEAR).trim();
  if (text === "") return toProblems("can't be blank");
  if (text.length > REQUESTS.numberLength) return toProblems("is not a number");
  const year = Number(text);
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(year)) return toProblems("is not a number");
  if (!Number.isInteger(year)) return toProblems("must be an integer");
  if (year <= startYear) return toProblems(`must be greater than ${startYear}`);
  return year > SCENARIOS.lastYear ? toProblems(`must be less than or equal to ${SCENARIOS.lastYear}`) : [];
}

/** The scaling, or an error message. */
function scalingOf(request: ScaleRequest, parent: Scaling | null, facts: AreaFacts | undefined): Scaling | string {
  const areaAttribute = AREA_ATTRIBUTES.find((name) => name === request.areaAttribute);
  const text = toText(request.value, "").trim();
  const value = text.length === 0 || text.length > REQUESTS.numberLength ? Number.NaN : Number(text);
  if (areaAttribute === undefined) return `area_attribute must be one of ${AREA_ATTRIBUTES.join(", ")}`;
  if (!(value >= SIZES.min && value <= SIZES.max)) return `value must be a number from ${SIZES.min} to ${SIZES.max}`;
  const { hasAgriculture, hasIndustry, hasEnergy } = request;
  const baseValue = parent?.baseValue ?? facts?.attributes[areaAttribute];
  if (typeof baseValue !== "number" || !(baseValue > 0)) return `the area has no ${areaAttribute}`;
  return { areaAttribute, value, baseValue, hasAgriculture, hasIndustry, hasEnergy };
}
