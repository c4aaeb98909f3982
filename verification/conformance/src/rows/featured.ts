/** Presets for all users: operators make them, which `verification/system/src/presets.whole.test.ts` covers. */
import type { Resource } from "../row.ts";

export const featured: Resource = {
  name: "featured",
  model: "village",
  rows: [
    {
      rule: "where there is none, the list of presets is empty",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios",
      answer: { status: 200, body: { featured_scenarios: [] } },
    },
    {
      rule: "the same as ids and titles",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios/scenarios",
      answer: { status: 200, body: [] },
    },
    {
      rule: "a scenario that is no preset",
      source: "facts 16",
      send: "GET //api/v1/featured_scenarios/{id}",
      answer: { status: 404, code: "not_featured", body: { errors: ["FeaturedScenario not found"] } },
    },
    {
      rule: "as templates",
      source: "d26",
      send: "GET /scenarios/templates",
      answer: { status: 200, body: [] },
    },
    {
      rule: "the version of the model that is served",
      source: "facts 16",
      send: "GET //api/v1/versions",
      answer: { status: 200, body: { versions: [{ tag: "latest" }] } },
    },
    {
      rule: "one that is not",
      source: "facts 16",
      send: "GET //api/v1/versions?tag=2025-01",
      answer: { status: 200, body: { versions: [] } },
    },
  ],
};
