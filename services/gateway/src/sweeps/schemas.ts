/** Schemas of sweeps. The service that has the model checks the specification. */
import { z } from "zod";

/** The limits of comparable APIs' metadata, which are sufficient to describe a sweep. */
const METADATA = { entries: 20, name: 40, text: 500 };
const metadata = z
  .record(z.string().min(1).max(METADATA.name), z.string().max(METADATA.text))
  .refine((entries) => Object.keys(entries).length <= METADATA.entries, `expected at most ${METADATA.entries} entries`)
  .describe("Names and strings chosen by the caller, such as a `title`; they do not affect the calculation");

const factor = z.looseObject({}).meta({
  description:
    'One of `{"slider": KEY, "range": {"part_of_present": 0.1}}`, `{"group": KEY, "spread": 0.1}` and `{"choice": NAME, "options": [{"values": {…}}, …]}`, ' +
    "with a `role`, `lever` or `uncertainty`",
});

const sweep = z.looseObject({
  base: z.looseObject({
    scenario_id: z.unknown().optional().meta({ type: "integer", description: "The scenario to vary" }),
    version: z
      .unknown()
      .optional()
      .meta({ type: "integer", description: "Its version: the number in its ETag; default: the current one" }),
  }),
  factors: z.unknown().meta({
    anyOf: [
      { type: "array", items: z.toJSONSchema(factor, { target: "openapi-3.0" }) },
      { type: "object", additionalProperties: true },
    ],
    description:
      'A list of factors, or `{"all": {"part_of_present": 0.1}}` for every slider and share group, or for some `sliders`',
  }),
  design: z.unknown().meta({
    type: "object",
    additionalProperties: true,
    description:
      "`method` is one of `list`, `grid`, `one_at_a_time`, `latin_hypercube`, `sobol`, `morris` and `saltelli`, with `n`, `levels` or `points`",
  }),
  outputs: z.unknown().meta({
    type: "object",
    additionalProperties: true,
    description: '`queries`: a list of keys; `series`: a list of `{"query": KEY, "statistics": ["mean", "p95"]}`',
  }),
  seed: z.unknown().optional().meta({ type: "integer", description: "Seed of the random points; default: 1" }),
  metadata: metadata.optional(),
});

export const sweepBody = z.object({ sweep }).meta({
  id: "SweepFields",
  example: {
    sweep: {
      base: { scenario_id: 1 },
      factors: [
        { slider: "costs_oil", range: { part_of_present: 0.3 }, role: "uncertainty" },
        { slider: "capacity_of_energy_power_wind_turbine_offshore", range: { from: 3000, to: 20000 } },
      ],
      design: { method: "morris", n: 1 },
      outputs: { queries: ["dashboard_total_costs"] },
      seed: 1,
    },
  },
});

const href = z.object({ href: z.string() });

export const sweepSchema = z
  .object({
    id: z.string().describe("14 hexadecimal digits"),
    status: z.enum(["requested", "running", "completed", "failed", "cancelled", "expired"]),
    base: z.object({ scenario_id: z.int(), version: z.int() }),
    variants: z.int(),
    done: z.int().describe("Calculated variants"),
    failed: z.int().describe("Calculated variants without some or all figures"),
    seconds_left: z.number().nullable().describe("null: the sweep is not running"),
    estimate: z.object({ seconds: z.number() }).describe("Estimated from some variants when the sweep was requested"),
    reason: z.string().nullable().describe("Why the sweep failed"),
    metadata,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    results: z
      .object({
        parquet: href.nullable().describe("All rows; null until the sweep is completed"),
        csv: href.nullable().describe("All rows as CSV; null for tables of more than two million cells"),
        estimates: href
          .nullable()
          .describe("Spread of each figure, and influence of the factors, depending on the design"),
        manifest: href.nullable(),
        parts: z.array(href).describe("Parquet files of the rows calculated so far, readable while the sweep runs"),
      })
      .describe("Empty in lists"),
    description: z
      .looseObject({})
      .nullable()
      .describe("Specification, factors with their ranges, columns with their units; null in lists"),
  })
  .meta({ id: "Sweep" });

export const progressSchema = z
  .object({ id: z.string(), status: z.string(), done: z.int(), failed: z.int(), seconds_left: z.number().nullable() })
  .meta({ id: "SweepProgress" });

export const manifestSchema = z
  .looseObject({
    variants: z.int(),
    failed: z.int(),
    columns: z.array(z.object({ name: z.string(), unit: z.string().nullable(), type: z.string() })),
    files: z.array(z.object({ file: z.string(), bytes: z.int(), sha256: z.string() })),
  })
  .meta({ id: "SweepManifest" });

const figure = z.number().nullable();

export const estimatesSchema = z
  .object({
    method: z.string(),
    figures: z.array(
      z.object({
        name: z.string(),
        unit: z.string().nullable(),
        variants: z.int().describe("Variants that have the figure"),
        mean: figure,
        p5: figure,
        p50: figure,
        p95: figure,
        influences: z
          .array(z.looseObject({ factor: z.string() }))
          .describe(
            "Effects (`morris`), indices (`saltelli`) or swings (`one_at_a_time`), the most influential factor first",
          ),
      }),
    ),
  })
  .meta({ id: "SweepEstimates" });
