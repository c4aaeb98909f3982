import { connect } from "@etesian/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { importScenario, parseScenarioLink, readScenarioFile, type ScenarioFile } from "./scenario-file.ts";

afterEach(() => vi.unstubAllGlobals());

const ORIGIN = "http://127.0.0.1:3000";

describe("text that opens a scenario", () => {
  it.each([
    ["12", "/s/12"],
    [" 0012 ", "/s/12"],
    [`${ORIGIN}/s/12`, "/s/12"],
    [`${ORIGIN}/s/12?charts=a,b&slide=heat`, "/s/12?charts=a,b&slide=heat"],
    ["/s/12", "/s/12"],
    [`${ORIGIN}/api/v3/scenarios/12`, "/s/12"],
  ])("%s opens %s", (text, path) => {
    expect(parseScenarioLink(text, ORIGIN)).toEqual({ kind: "scenario", id: 12, path });
  });

  it("a URL on another server is reported, not opened", () => {
    expect(parseScenarioLink("https://energy.example.org/s/12", ORIGIN)).toEqual({
      kind: "elsewhere",
      host: "energy.example.org",
    });
  });

  it.each(["", "wind", "12a", "/s/", `${ORIGIN}/yours`, "99999999999", "http://"])("%j opens nothing", (text) => {
    expect(parseScenarioLink(text, ORIGIN)).toEqual({ kind: "nothing" });
  });
});

const DUMP = {
  area_code: "nl",
  end_year: 2050,
  metadata: { title: "Coast" },
  user_values: { wind: 20, weather: "1987" },
  balanced_values: { gas: 3 },
  active_couplings: ["steel"],
  scaling: { area_attribute: "number_of_inhabitants", value: 5, base_value: 9, has_industry: false },
  user_sortables: {
    HydrogenSupplyOrder: { order: ["b", "a"] },
    HeatNetworkOrder: [{ order: ["d", "c"], temperature: "mt" }],
  },
  user_curves: { price_curve: [1, 2] },
  esdl_file: { filename: "a.esdl", content: "" },
};

describe("a scenario file", () => {
  it("a dump contains everything that determines a scenario", () => {
    expect(readScenarioFile(JSON.stringify(DUMP))).toEqual({
      area: "nl",
      endYear: 2050,
      title: "Coast",
      userValues: { wind: 20, weather: "1987" },
      activeCouplings: ["steel"],
      orders: [
        ["hydrogen_supply_order", ["b", "a"]],
        ["heat_network_order_mt", ["d", "c"]],
      ],
      curves: { price: [1, 2] },
      scaling: { area_attribute: "number_of_inhabitants", value: 5, has_industry: false },
      omittedParts: [{ kind: "esdl" }],
    } satisfies ScenarioFile);
  });

  it("a recipe contains orders, and the names of curves without their values", () => {
    const orders = { heat_network_order_lt: ["y", "x"], forecast_storage_order: ["q", "p"] };
    const read = readScenarioFile(
      JSON.stringify({ area_code: "nl", end_year: 2040, orders, curves: { price: "ab12" } }),
    );
    expect(read).toMatchObject({
      orders: [
        ["forecast_storage_order", ["q", "p"]],
        ["heat_network_order_lt", ["y", "x"]],
      ],
      omittedParts: [{ kind: "curve", key: "price" }],
    });
  });

  it.each([
    ["the API's response for a scenario", JSON.stringify({ ...DUMP, id: 7 })],
    ["the body of a creation request", JSON.stringify({ scenario: DUMP })],
    ["one line of an export", `${JSON.stringify({ id: 7, ...DUMP })}\n`],
    ["a list of one scenario", JSON.stringify([DUMP])],
  ])("%s is accepted", (_, text) => {
    expect(readScenarioFile(text)).toMatchObject({ area: "nl", userValues: { wind: 20 } });
  });

  it.each([
    ["key,value\nwind,20\n", { kind: "notJson" }],
    ["", { kind: "notJson" }],
    ["12", { kind: "notObject" }],
    [`${JSON.stringify(DUMP)}\n${JSON.stringify(DUMP)}`, { kind: "several", count: 2 }],
    [JSON.stringify({ end_year: 2050 }), { kind: "field", name: "area_code", expected: "text" }],
    [JSON.stringify({ area_code: "nl", end_year: "soon" }), { kind: "field", name: "end_year", expected: "year" }],
    [
      JSON.stringify({ area_code: "nl", end_year: 2050, user_values: [1] }),
      { kind: "field", name: "user_values", expected: "object" },
    ],
    [
      JSON.stringify({ area_code: "nl", end_year: 2050, user_curves: { price_curve: "1,2" } }),
      { kind: "field", name: "user_curves.price_curve", expected: "list" },
    ],
  ])("%j is rejected with a reason", (text, problem) => {
    expect(readScenarioFile(text)).toEqual(problem);
  });
});

/** A fake API that responds to each request, and the requests that it received. */
function serverWith(shouldRefuse: (path: string) => boolean) {
  const requests: { readonly path: string; readonly body: unknown }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname: path } = new URL(request.url);
    const isForm = request.headers.get("content-type")?.startsWith("multipart/") === true;
    const file = isForm ? (await request.formData()).get("file") : null;
    requests.push({ path, body: file instanceof File ? await file.text() : await request.json() });
    const isRefused = shouldRefuse(path);
    return Response.json(isRefused ? { errors: ["no such thing"] } : { id: 31 }, { status: isRefused ? 422 : 200 });
  });
  return { api: connect({ url: ORIGIN }), requests };
}

describe("importing a file", () => {
  const file = readScenarioFile(JSON.stringify(DUMP)) as ScenarioFile;

  it("importing a file creates a scenario with its values, then attaches curves, orders and couplings", async () => {
    const { api, requests } = serverWith(() => false);
    expect(await importScenario(api, file)).toEqual({ id: 31, refusedParts: [] });
    expect(requests).toEqual([
      {
        path: "/api/v3/scenarios",
        body: {
          scenario: {
            area_code: "nl",
            end_year: 2050,
            user_values: { wind: 20, weather: "1987" },
            source: "Etesian",
            title: "Coast",
            scale: { area_attribute: "number_of_inhabitants", value: 5, has_industry: false },
          },
        },
      },
      { path: "/api/v3/scenarios/31/custom_curves/price", body: "1\n2" },
      { path: "/api/v3/scenarios/31/user_sortables/hydrogen_supply", body: { order: ["b", "a"] } },
      { path: "/api/v3/scenarios/31/user_sortables/heat_network", body: { order: ["d", "c"], subtype: "mt" } },
      { path: "/api/v3/scenarios/31/couple", body: { groups: ["steel"] } },
    ]);
  });

  it("importing a file reports the parts that are refused, and continues", async () => {
    const { api, requests } = serverWith((path) => path.endsWith("/price"));
    expect(await importScenario(api, file)).toEqual({
      id: 31,
      refusedParts: [{ kind: "curve", key: "price", message: "no such thing" }],
    });
    expect(requests.length).toBe(5);
  });

  it("importing a file creates nothing if the values are refused", async () => {
    const { api, requests } = serverWith((path) => path === "/api/v3/scenarios");
    await expect(importScenario(api, file)).rejects.toThrow("no such thing");
    expect(requests.length).toBe(1);
  });
});
