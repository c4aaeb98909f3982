/**
 * Parses scenarios from text: the ID or URL of a scenario on this server, or JSON from this API and compatible ones
 * (`/dump`, `/recipe`, the scenario itself), which creates a new scenario here.
 */
import type { Api } from "@etesian/client";
import { ORDER_NAMES, type OrderName, ORDERS } from "@etesian/sliders/orders";
import { errorMessages } from "../account/visitor.ts";
import { writeOrder } from "./replacements.ts";

export type ScenarioLink =
  /** A URL below this origin, with its view. */
  | { readonly kind: "scenario"; readonly id: number; readonly path: string }
  /** A URL of another server; the page sends it no request. */
  | { readonly kind: "elsewhere"; readonly host: string }
  | { readonly kind: "nothing" };

const SCENARIO_ID = /^\d{1,10}$/;
const SCENARIO_PATH = /\/(?:s|scenarios)\/(\d{1,10})\/?$/;

/** Parses the text that a person typed to open a scenario. */
export function parseScenarioLink(text: string, origin: string): ScenarioLink {
  const trimmed = text.trim();
  if (SCENARIO_ID.test(trimmed)) return { kind: "scenario", id: Number(trimmed), path: `/s/${Number(trimmed)}` };
  const url = URL.parse(trimmed, origin);
  const id = url === null ? undefined : SCENARIO_PATH.exec(url.pathname)?.[1];
  if (url === null || id === undefined) return { kind: "nothing" };
  if (url.origin !== origin) return { kind: "elsewhere", host: url.host };
  return { kind: "scenario", id: Number(id), path: `/s/${Number(id)}${url.search}` };
}

/** A scenario as described by a file. */
export interface ScenarioFile {
  readonly area: string;
  readonly endYear: number;
  readonly title: string | null;
  readonly userValues: Readonly<Record<string, number | string>>;
  readonly activeCouplings: readonly string[];
  readonly orders: readonly (readonly [name: OrderName, members: readonly string[]])[];
  /** Values of attached curves, by key. */
  readonly curves: Readonly<Record<string, readonly number[]>>;
  readonly scaling: Scale | null;
  /** Parts that the file mentions but does not contain. */
  readonly omittedParts: readonly OmittedPart[];
}
export type OmittedPart = { readonly kind: "curve"; readonly key: string } | { readonly kind: "esdl" };

interface Scale {
  readonly area_attribute: string;
  readonly value: number;
  readonly has_agriculture?: boolean;
  readonly has_industry?: boolean;
  readonly has_energy?: boolean;
}

/** The reason why the text is not a scenario. */
export type FileProblem =
  | { readonly kind: "notJson" }
  | { readonly kind: "notObject" }
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "field"; readonly name: string; readonly expected: "text" | "year" | "object" | "list" };

class FieldProblem extends Error {
  readonly problem: FileProblem;
  constructor(name: string, expected: "text" | "year" | "object" | "list") {
    super(name);
    this.problem = { kind: "field", name, expected };
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The scenario in a file, or the reason why there is none. */
export function readScenarioFile(text: string): ScenarioFile | FileProblem {
  const parsed = parse(text);
  if ("kind" in parsed) return parsed;
  const inner = isFields(parsed.value) ? (parsed.value["scenario"] ?? parsed.value) : parsed.value;
  if (!isFields(inner)) return { kind: "notObject" };
  try {
    return fileOf(inner);
  } catch (error) {
    if (error instanceof FieldProblem) return error.problem;
    throw error;
  }
}

/** Parses JSON, or the lines of an export with a single scenario. */
function parse(text: string): { readonly value: unknown } | FileProblem {
  const json = parseJson(text);
  if (json !== undefined) return Array.isArray(json) ? singleValue(json) : { value: json };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parseJson);
  return lines.length > 1 && !values.includes(undefined) ? singleValue(values) : { kind: "notJson" };
}
const singleValue = (values: readonly unknown[]): { readonly value: unknown } | FileProblem =>
  values.length === 1 ? { value: values[0] } : { kind: "several", count: values.length };
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Suffix of curve keys in dumps. */
const CURVE_SUFFIX = "_curve";
function fileOf(fields: Fields): ScenarioFile {
  const { area_code: area, end_year: year, user_curves: curves, curves: hashes, metadata } = fields;
  if (typeof area !== "string" || area === "") throw new FieldProblem("area_code", "text");
  const endYear = Number(year);
  if (!Number.isInteger(endYear)) throw new FieldProblem("end_year", "year");
  const values = objectField(fields, "user_values");
  const userValues = Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (typeof value !== "number" && typeof value !== "string") throw new FieldProblem(`user_values.${key}`, "text");
      return [key, value] as const;
    }),
  );
  const attachedCurves = Object.entries(isFields(curves) ? curves : {}).map(([name, numbers]) => {
    if (!isNumbers(numbers)) throw new FieldProblem(`user_curves.${name}`, "list");
    return [name.endsWith(CURVE_SUFFIX) ? name.slice(0, -CURVE_SUFFIX.length) : name, numbers] as const;
  });
  const title = isFields(metadata) ? metadata["title"] : fields["title"];
  return {
    area,
    endYear,
    title: typeof title === "string" && title !== "" ? title : null,
    userValues,
    activeCouplings: stringsOf(fields["active_couplings"]),
    orders: ordersOf(fields),
    curves: Object.fromEntries(attachedCurves),
    scaling: scalingOf(fields["scaling"]),
    omittedParts: [
      // A recipe has only the hash of a curve, whose values are on the other server.
      ...Object.keys(isFields(hashes) ? hashes : {}).map((key) => ({ kind: "curve" as const, key })),
      ...(isFields(fields["esdl_file"]) ? [{ kind: "esdl" as const }] : []),
    ],
  };
}

function objectField(fields: Fields, name: string): Fields {
  const value = fields[name] ?? {};
  if (!isFields(value)) throw new FieldProblem(name, "object");
  return value;
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((value) => typeof value === "number");
const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((value) => typeof value === "string") : [];

function ordersOf(fields: Fields): ScenarioFile["orders"] {
  const dumpOrders = objectField(fields, "user_sortables");
  const recipeOrders = objectField(fields, "orders");
  return ORDER_NAMES.flatMap((name) => {
    const { dump, level } = ORDERS[name];
    const value = dumpOrders[dump];
    const levels: readonly unknown[] = Array.isArray(value) ? value : [];
    const entry = level === null ? value : levels.find((order) => isFields(order) && order["temperature"] === level);
    const members = stringsOf(isFields(entry) ? entry["order"] : recipeOrders[name]);
    return members.length === 0 ? [] : [[name, members] as const];
  });
}

function scalingOf(value: unknown): Scale | null {
  if (!isFields(value)) return null;
  const { area_attribute, value: size, has_agriculture, has_industry, has_energy } = value;
  if (typeof area_attribute !== "string" || typeof size !== "number") throw new FieldProblem("scaling", "object");
  const sectors = { has_agriculture, has_industry, has_energy };
  const flags = Object.entries(sectors).filter(([, flag]) => typeof flag === "boolean");
  return { area_attribute, value: size, ...Object.fromEntries(flags) };
}

/** A scenario of this server, with its curves. */
export async function readDump(api: Api, id: number): Promise<ScenarioFile> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/dump", { params: { path: { id } } });
  const file = readScenarioFile(JSON.stringify(data));
  if ("kind" in file) throw new Error(`the server's dump of scenario ${id} cannot be read: ${file.kind}`);
  return file;
}

/** A part of a file that the server refused, with its message. */
export type RefusedPart = { readonly message: string } & (
  | { readonly kind: "curve"; readonly key: string }
  | { readonly kind: "order"; readonly name: OrderName }
  | { readonly kind: "couplings"; readonly groups: readonly string[] }
);

/** A new scenario from a file. */
export interface ImportedScenario {
  readonly id: number;
  readonly refusedParts: readonly RefusedPart[];
}

/**
 * Creates a scenario. Area, year and values are accepted together or not at all; a refused curve, order or coupling is
 * reported.
 * @throws ApiError if no scenario is created
 */
export async function importScenario(api: Api, file: ScenarioFile): Promise<ImportedScenario> {
  const { area, endYear, title, userValues, scaling } = file;
  const { data } = await api.POST("/api/v3/scenarios", {
    body: {
      scenario: {
        area_code: area,
        end_year: endYear,
        user_values: { ...userValues },
        source: "Etesian",
        ...(title === null ? {} : { title }),
        ...(scaling === null ? {} : { scale: scaling }),
      },
    },
  });
  const { id } = data!;
  const refusedParts: RefusedPart[] = [];
  const attempt = async (
    work: () => Promise<unknown>,
    refusedPart: (message: string) => RefusedPart,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      refusedParts.push(...errorMessages(error).map(refusedPart));
    }
  };
  const path = { id };
  // Sequentially, because all requests change the same scenario.
  for (const [key, numbers] of Object.entries(file.curves)) {
    const content = new File([numbers.join("\n")], `${key}.csv`, { type: "text/csv" });
    await attempt(
      () =>
        api.PUT("/api/v3/scenarios/{id}/custom_curves/{curve_key}", {
          params: { path: { id, curve_key: key } },
          body: { file: content },
        }),
      (message) => ({ kind: "curve", key, message }),
    );
  }
  for (const [name, members] of file.orders)
    await attempt(
      () => writeOrder(api, id, name, members),
      (message) => ({ kind: "order", name, message }),
    );
  if (file.activeCouplings.length > 0) {
    const groups = [...file.activeCouplings];
    await attempt(
      () => api.POST("/api/v3/scenarios/{id}/couple", { params: { path }, body: { groups } }),
      (message) => ({ kind: "couplings", groups, message }),
    );
  }
  return { id, refusedParts };
}
