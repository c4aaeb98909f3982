/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { ROLES } from "@etesian/contracts/rights";
import { z } from "zod";
import { pageSchema } from "../http/pages.ts";
import { scenarioSchema } from "../scenarios/schemas.ts";
import { changesOf } from "../time/schemas.ts";
import { roleName } from "../users/entries.ts";

const savedScenarioFields = z.object({
  id: z.int(),
  scenario_id: z.int().describe("Scenario of the current version"),
  scenario_id_history: z.array(z.int()).describe("Earlier versions, oldest first; at most 20"),
  title: z.string(),
  description: z.string().nullable(),
  area_code: z.string().meta({ example: "nl" }),
  end_year: z.int().meta({ example: 2050 }),
  version: z.string().describe("Version of the model").meta({ example: "latest" }),
  private: z.boolean(),
  discarded: z.boolean().describe("Whether it is in the trash"),
  discarded_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  saved_scenario_users: z.array(z.object({ id: z.int(), user_id: z.int(), role: z.enum(ROLES.map(roleName)) })),
  scenario: scenarioSchema.nullable().describe("A copy of the current version; null if the caller may not see it"),
});

export const savedScenarioSchema = savedScenarioFields.meta({ id: "SavedScenario" });

/** A saved scenario in responses to changes. */
export const changedSavedScenarioSchema = savedScenarioFields
  .omit({ version: true })
  .meta({ id: "ChangedSavedScenario", description: "A saved scenario in the response to a change" });

export const savedListSchema = pageSchema(savedScenarioSchema);

export const savedHistorySchema = z.object({
  versions: z
    .array(
      z.object({
        scenario_id: z.int(),
        scenario_version: z.int().describe("Version of the scenario when it was saved: the number in its ETag"),
        version: z.string().describe("Version of the model"),
        saved_at: z.iso.datetime(),
        present: z.boolean(),
      }),
    )
    .describe("The current version first, then earlier ones; at most 21"),
});

/** A change to a saved scenario. */
export const savedChangeSchema = changesOf(savedScenarioEvents).meta({ id: "SavedScenarioChange" });

export const messageSchema = z.object({ message: z.string() });
