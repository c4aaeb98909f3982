import type { Area, Gquery } from "@etesian/contracts/compute";
import { RpcError, status } from "@etesian/service-kit";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { gateway } from "../gateway.fixture.ts";

describe("areas and queries", () => {
  const area = (key: string, attributes: object): Area => ({
    key,
    group: "country",
    startYear: 2023,
    useable: true,
    problem: undefined,
    attributesJson: JSON.stringify({ area: key, ...attributes }),
  });
  const gqueries: Gquery[] = [
    { key: "a", unit: "PJ", description: undefined, labels: ["general", "costs"] },
    { key: "b", unit: undefined, description: "text", labels: ["general"] },
  ];
  const createApp = () =>
    gateway({
      compute: {
        listAreas: async () => ({
          areas: [
            area("nl", {
              enabled: { etmodel: true },
              has_industry: true,
              co2_price: 0.1,
              present_number_of_detached_houses_before_1945: 2,
              present_number_of_detached_houses_1945_1964: 3,
            }),
            { ...area("de", { enabled: { etmodel: false } }) },
            { ...area("eu", {}), useable: false, problem: "no energy balance" },
          ],
        }),
        listGqueries: async () => ({ gqueries }),
      },
    });

  test("areas are listed in full or in short", async () => {
    const app = await createApp();
    const [nl] = (await app.inject("/api/v3/areas")).json();
    expect(nl).toMatchObject({ area: "nl", useable: true, co2_price: 0.1, number_of_detached_houses: 5 });
    expect(nl).not.toHaveProperty("enabled");
    const [shortArea] = (await app.inject("/api/v3/areas?detailed=false")).json();
    expect(shortArea).toMatchObject({ area: "nl", useable: true, has_industry: true });
    expect(shortArea).not.toHaveProperty("co2_price");
  });

  test("an area that is not offered or cannot be calculated is not useable; the latter has a reason", async () => {
    const areas = (await (await createApp()).inject("/api/v3/areas?detailed=false")).json();
    expect(areas).toMatchObject([
      { area: "nl", useable: true },
      { area: "de", useable: false },
      { area: "eu", useable: false, problem: "no energy balance" },
    ]);
  });

  test("one area is found by its key", async () => {
    const app = await createApp();
    expect((await app.inject("/api/v3/areas/de")).json()).toMatchObject({ area: "de" });
    const unknownResponse = await app.inject("/api/v3/areas/nope");
    expect([unknownResponse.statusCode, unknownResponse.json()]).toEqual([404, { errors: ["Not found"] }]);
  });

  test("queries are filtered by labels in the query string or the body", async () => {
    const app = await createApp();
    const keys = async (request: string | InjectOptions) => {
      const response = await app.inject(request);
      return response.json().map(({ key }: { key: string }) => key);
    };
    expect(await keys("/api/v3/gqueries")).toEqual(["a", "b"]);
    expect(await keys("/api/v3/gqueries?labels[]=general&labels[]=costs")).toEqual(["a"]);
    expect(await keys({ method: "GET", url: "/api/v3/gqueries", payload: { labels: ["general"] } })).toEqual([
      "a",
      "b",
    ]);
    for (const query of ["labels=general&labels=costs", "labels=costs", "labels[0]=costs"]) {
      expect(await keys(`/api/v3/gqueries?${query}`)).toEqual(["a"]);
    }
    expect(await keys("/api/v3/gqueries?labels[]=nope")).toEqual([]);
    expect(await keys("/api/v3/gqueries?labels[]=")).toEqual(["a", "b"]);
    expect((await app.inject("/api/v3/gqueries")).json()[1]).toEqual({
      key: "b",
      unit: null,
      description: "text",
      labels: ["general"],
    });
  });

  test("areas and queries are each fetched once, when they are needed", async () => {
    const requests: string[] = [];
    const app = await gateway({
      compute: {
        listAreas: async () => {
          requests.push("areas");
          return { areas: Array.from({ length: 50 }, (_, n) => area(`area ${n}`, {})) };
        },
        listGqueries: async () => {
          requests.push("gqueries");
          return { gqueries };
        },
      },
    });
    for (let n = 0; n < 2; n++) await app.inject("/api/v3/gqueries");
    expect(requests).toEqual(["gqueries"]);
    for (let n = 0; n < 2; n++) await app.inject(`/api/v3/areas/area%20${n}`);
    expect((await app.inject("/api/v3/areas")).json()).toHaveLength(50);
    expect(requests).toEqual(["gqueries", "areas"]);
  });

  test("areas and queries are fetched again after a failure", async () => {
    let failures = 1;
    const app = await gateway({
      compute: {
        listAreas: async () => ({ areas: [] }),
        listGqueries: async () => {
          if (failures-- > 0) throw new RpcError(status.UNAVAILABLE, "starting");
          return { gqueries };
        },
      },
    });
    expect((await app.inject("/api/v3/gqueries")).statusCode).toBe(503);
    expect((await app.inject("/api/v3/gqueries")).statusCode).toBe(200);
  });
});
