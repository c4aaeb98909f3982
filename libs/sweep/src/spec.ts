/** Reads and checks specifications of sweeps in files and requests, and describes their problems. */
import { MAX_DIMENSIONS } from "@etesian/explore";
import { z } from "zod";
import { MAX_VARIANTS, SweepSpecError } from "./problems.ts";

const key = z.string().min(1).max(200);
const value = z.union([z.number(), z.string().max(200)]);
const role = z.enum(["lever", "uncertainty"]).default("lever");
const part = z.number().gt(0).lte(1);
const count = z.int().min(1).max(MAX_VARIANTS);

const change = z.strictObject({
  values: z.record(key, value).optional(),
  remove: z.array(key).max(2_000).optional(),
  area_code: key.optional(),
  end_year: z.int().min(1900).max(2500).optional(),
});

const positions = z.strictObject({ from: z.number(), likely: z.number().optional(), to: z.number() });
const range = z.union([z.literal("whole"), z.strictObject({ part_of_present: z.number().gt(0) }), positions], {
  error: 'expected "whole", {"part_of_present": 0.1}, or {"from": 1, "to": 2}',
});

const factor = z.union(
  [
    z.strictObject({ slider: key, range: range.default({ part_of_present: 0.1 }), role }),
    z.strictObject({ group: key, spread: part.default(0.1), role }),
    z.strictObject({ areas: z.array(key).min(2).max(1_000), role }),
    z.strictObject({ choice: key, options: z.array(change).min(2).max(1_000), role }),
  ],
  {
    error:
      'expected {"slider": KEY, "range": …}, {"group": KEY, "spread": 0 to 1}, {"areas": [two or more codes]} or {"choice": NAME, "options": [two or more changes]}',
  },
);

const design = z.discriminatedUnion(
  "method",
  [
    z.strictObject({ method: z.literal("list"), points: z.array(z.array(z.number().gte(0).lte(1))).min(1) }),
    z.strictObject({
      method: z.literal("grid"),
      levels: z.union([z.int().min(1).max(100_000), z.array(z.int().min(1).max(100_000)).max(MAX_DIMENSIONS)]),
    }),
    z.strictObject({ method: z.literal("one_at_a_time"), levels: z.int().min(2).max(10_000).default(2) }),
    z.strictObject({ method: z.literal("latin_hypercube"), n: count }),
    z.strictObject({ method: z.literal("sobol"), n: count }),
    z.strictObject({ method: z.literal("morris"), n: count, levels: z.int().min(2).max(100).default(4) }),
    z.strictObject({ method: z.literal("saltelli"), n: count }),
  ],
  { error: "expected one of list, grid, one_at_a_time, latin_hypercube, sobol, morris, saltelli" },
);

const statistic = z
  .string()
  .regex(/^(mean|min|max|sum|p(\d{1,2}(\.\d{1,3})?|100))$/, "expected mean, min, max, sum, or a percentile p0 to p100");

const outputs = z.strictObject({
  queries: z.array(key).max(1_000).default([]),
  present: z.array(key).max(1_000).default([]),
  series: z
    .array(z.strictObject({ query: key, statistics: z.array(statistic).min(1).max(100) }))
    .max(1_000)
    .default([]),
});

const sweep = z.strictObject({
  factors: z.union(
    [
      z.array(factor).min(1).max(MAX_DIMENSIONS),
      z.strictObject({
        all: z.strictObject({ part_of_present: part, sliders: z.array(key).min(1).max(10_000).optional() }),
      }),
      z.strictObject({ documented: z.record(key, positions) }),
    ],
    { error: 'expected a list of factors, or {"all": {"part_of_present": 0.1}}' },
  ),
  design,
  outputs,
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1),
});

/** A sweep without its base scenario. */
export type SweepSpec = z.infer<typeof sweep>;

const base = z.strictObject({
  area_code: key.optional(),
  end_year: z.int().min(1900).max(2500).default(2050),
  user_values: z.record(key, value).default({}),
});

const file = sweep.extend({ base: base.prefault({}) });

/** A sweep in a file, which includes the base scenario. */
export type SweepFile = z.infer<typeof file>;

/** Reads a specification without a base scenario. Throws `SweepSpecError`. */
export const readSweepSpec = (json: unknown): SweepSpec => validate(sweep, json);

/** Reads the content of a specification file. Throws `SweepSpecError`. */
export const readSweepFile = (json: unknown): SweepFile => validate(file, json);

type Issue = z.core.$ZodIssue;

function validate<T>(schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new SweepSpecError(result.error.issues.map((issue) => explainProblem(issue, json, [])));
}

/** Describes a problem. If a field has several valid forms, the value is compared with the form closest to it. */
function explainProblem(issue: Issue, json: unknown, parentPath: readonly PropertyKey[]): string {
  const path = [...parentPath, ...issue.path];
  if (issue.code === "invalid_union") {
    const closestIssues = issue.errors
      .filter((issues) => issues.every((issue) => issue.path.length > 0 || issue.code === "unrecognized_keys"))
      .filter((issues) => !issues.some((issue) => isMissing(issue, json, path)))
      .toSorted((a, b) => a.length - b.length)[0];
    if (closestIssues !== undefined) return closestIssues.map((issue) => explainProblem(issue, json, path)).join("\n");
  }
  const value = valueAt(json, path);
  const finding = value === undefined ? "is missing" : `is ${shorten(value)}`;
  const name = path.length === 0 ? "the sweep" : path.join(".");
  return issue.code === "unrecognized_keys"
    ? `${name}: unknown ${issue.keys.length === 1 ? "field" : "fields"} ${issue.keys.join(", ")}`
    : `${name} ${finding}; ${issue.message.replace(/^(Invalid input|Too \w+): /, "")}`;
}

const isMissing = (issue: Issue, json: unknown, parentPath: readonly PropertyKey[]): boolean =>
  issue.code !== "unrecognized_keys" && valueAt(json, [...parentPath, ...issue.path]) === undefined;

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[step];
  }
  return value;
}

const LONGEST_VALUE = 80;

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
