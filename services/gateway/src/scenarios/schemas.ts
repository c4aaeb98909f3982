/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";
import { pageSchema } from "../http/pages.ts";

const values = z.record(z.string(), z.union([z.number(), z.string()]));

export const scalingSchema = z.object({
  area_attribute: z.string(),
  value: z.number(),
  base_value: z.number(),
  has_agriculture: z.boolean(),
  has_industry: z.boolean(),
  has_energy: z.boolean(),
});

const scenarioFields = z.object({
  id: z.int(),
  title: z.string().describe("The `title` in the metadata"),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  area_code: z.string().meta({ example: "nl" }),
  start_year: z.int().describe("Year of the area's data"),
  end_year: z.int().meta({ example: 2050 }),
  source: z.string().nullable().describe("Application that created the scenario"),
  private: z.boolean(),
  keep_compatible: z.boolean().describe("Whether the scenario is migrated when the model changes"),
  read_only: z.boolean(),
  user_values: values.describe("Inputs set by users"),
  balanced_values: values.describe("Inputs set by the service so that share groups sum to 100"),
  metadata: z.record(z.string(), z.unknown()).describe("Any JSON object up to 64 KB"),
  active_couplings: z.array(z.string()),
  inactive_couplings: z.array(z.string()),
  scaling: scalingSchema.nullable(),
  template: z.int().nullable().describe("Scenario it was cloned from"),
  preset_scenario_id: z.int().nullable().describe("Alias of `template`"),
  esdl_exportable: z.boolean().nullable().describe("Whether it has an ESDL file"),
  ordering: z
    .number()
    .nullable()
    .describe("Position among presets, of the scenario itself or the preset it was cloned from"),
  display_group: z.string().nullable().describe("Group of that preset"),
  url: z.url(),
});

export const scenarioSchema = scenarioFields.meta({ id: "Scenario" });

const resultSchema = z
  .object({
    present: z.unknown().describe("Value in the start year"),
    future: z.unknown().describe("Value in the end year"),
    unit: z.string().nullable(),
  })
  .meta({ id: "QueryResult" });

export const resultsSchema = z.record(z.string(), resultSchema);

/** A scenario in responses to changes. */
export const changedScenarioFields = scenarioFields.omit({ preset_scenario_id: true });
export const changedScenarioSchema = changedScenarioFields.meta({ id: "ChangedScenario" });

export const updateSchema = z.object({
  scenario: changedScenarioSchema,
  gqueries: resultsSchema,
});

export const listSchema = pageSchema(
  scenarioFields
    .omit({ user_values: true, balanced_values: true, metadata: true })
    .meta({ id: "ListedScenario", description: "A scenario without its values and metadata" }),
);
