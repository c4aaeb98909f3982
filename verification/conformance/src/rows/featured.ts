/** Presets for all users. Operators create them, which `verification/system/src/presets.whole.test.ts` covers. */
import type { Resource } from "../row.ts";

export const featured: Resource = {
  name: "featured",
  model: "village",
  rows: [
    {
      rule: "the list of presets is empty without presets",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios",
      response: { status: 200, body: { featured_scenarios: [] } },
    },
    {
      rule: "a short list has IDs and titles",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios/scenarios",
      response: { status: 200, body: [] },
    },
    {
      rule: "a scenario that is not a preset is not found",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios/{id}",
      response: { status: 404, code: "not_featured", body: { errors: ["FeaturedScenario not found"] } },
    },
    {
      rule: "the list of templates is empty without presets",
      source: "d26",
      send: "GET /scenarios/templates",
      response: { status: 200, body: [] },
    },
    {
      rule: "the list contains the served version of the model",
      source: "facts 16",
      send: "GET //api/v1/versions",
      response: { status: 200, body: { versions: [{ tag: "latest" }] } },
    },
    {
      rule: "the list is empty for an unknown version",
      source: "facts 16",
      send: "GET //api/v1/versions?tag=2025-01",
      response: { status: 200, body: { versions: [] } },
    },
  ],
};
