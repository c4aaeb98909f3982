import { expect, test } from "vitest";
import { gateway, scenario } from "../gateway.fixture.ts";

const featured = { group: "national", ordering: 2, titleEn: "Windy", titleNl: "Winderig", author: undefined };
const preset = scenario({ id: 7, featured });

async function get(path: string) {
  const app = await gateway({ scenarios: { listFeatured: async () => ({ scenarios: [preset] }) } });
  const response = await app.inject({ url: path, headers: { host: "x.org", authorization: "Bearer nonsense" } });
  return [response.statusCode, response.json()];
}

const expectedPreset = {
  id: 7,
  scenario_id: 7,
  group: "national",
  title: "Windy",
  title_en: "Windy",
  title_nl: "Winderig",
  version: "latest",
  end_year: 2050,
  area_code: "nl",
  author: null,
};

test("presets are listed in full, individually, or by ID and title", async () => {
  expect(await get("/api/v1/featured_scenarios")).toEqual([
    200,
    { featured_scenarios: [expect.objectContaining(expectedPreset)] },
  ]);
  expect(await get("/api/v1/featured_scenarios?version=latest")).toMatchObject([200, { featured_scenarios: [{}] }]);
  expect(await get("/api/v1/featured_scenarios?version=2025-01")).toEqual([200, { featured_scenarios: [] }]);
  expect(await get("/api/v1/featured_scenarios/7")).toEqual([200, expect.objectContaining(expectedPreset)]);
  expect(await get("/api/v1/featured_scenarios/8")).toEqual([404, { errors: ["FeaturedScenario not found"] }]);
  expect(await get("/api/v1/featured_scenarios/scenarios")).toEqual([200, [{ id: 7, title: "Windy" }]]);
});

test("one version is served", async () => {
  const latest = {
    tag: "latest",
    model_url: "https://etesian.example.org",
    engine_url: "https://etesian.example.org",
    collections_url: "https://etesian.example.org",
  };
  expect(await get("/api/v1/versions?sort=desc")).toEqual([200, { versions: [latest] }]);
  expect(await get("/api/v1/versions?tag=2025-01")).toEqual([200, { versions: [] }]);
});

test("presets and their clones have the preset's position and group", async () => {
  const app = await gateway({
    scenarios: {
      listFeatured: async () => ({ scenarios: [preset] }),
      getScenario: async () => scenario({ template: 7, templateFeatured: featured }),
    },
  });
  const presentation = { ordering: 2, display_group: "national" };
  expect((await app.inject("/api/v3/scenarios/templates")).json()).toMatchObject([
    { id: 7, template: null, ...presentation },
  ]);
  expect((await app.inject("/api/v3/scenarios/1")).json()).toMatchObject({ template: 7, ...presentation });
});
