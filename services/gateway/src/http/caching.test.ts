import { once } from "node:events";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Curve } from "@etesian/contracts/curves";
import type { ScenarioCurve } from "@etesian/contracts/scenarios";
import { describe, expect, test } from "vitest";
import { bearer, gateway, accountsWithToken, scenario } from "../gateway.fixture.ts";

const CURVE = "/api/v3/scenarios/1/custom_curves/price.csv";
/** Paths of long responses that depend on the caller. */
const CALCULATED_PATHS = ["/api/v3/scenarios/1/energy_flow.csv", "/api/v3/scenarios/1/curves/residual_load.csv", CURVE];

/** An attached price curve. */
const attachedCurve = (changes: Partial<Curve> = {}): ScenarioCurve => ({
  curve: {
    key: "price",
    type: "price",
    displayGroup: undefined,
    internal: false,
    reducedTo: undefined,
    sets: [],
    disables: [],
  },
  file: {
    number: 1,
    key: "price",
    type: "price",
    hash: "a".repeat(64),
    fileName: "price.csv",
    size: 2,
    keptAt: new Date("2026-01-02T03:04:05.678Z"),
    statistics: undefined,
    source: undefined,
    ...changes,
  },
  sets: {},
  overrides: [],
});

describe("a response that the client already has", () => {
  /** Sends a request twice, the second time with the first response's tag, and counts calculations and downloads. */
  async function requestTwice(url: string, headers: Record<string, string> = {}) {
    let calculationCount = 0;
    const app = await gateway({
      accounts: accountsWithToken,
      scenarios: { listCurves: async () => ({ curves: [attachedCurve()] }) },
      curves: {
        downloadCurve: async () => {
          calculationCount += 1;
          return { fileName: "price.csv", text: "1\n" };
        },
      },
      compute: {
        listAreas: async () => ({ areas: [] }),
        listGqueries: async () => ({ gqueries: [] }),
        download: async function* () {
          calculationCount += 1;
          yield { part: { $case: "fileName", value: "energy_flow" } };
          yield { part: { $case: "piece", value: Buffer.from("key,value\n") } };
        },
      },
    });
    const first = await app.inject({ url, headers });
    const tag = first.headers["etag"] ?? "";
    const second = await app.inject({ url, headers: { ...headers, "if-none-match": `"other", W/${tag}` } });
    return { first, second, calculationCount };
  }

  test.each(["/api/v3/areas", "/api/v3/gqueries", "/api/v3/scenarios/1", ...CALCULATED_PATHS])(
    "a cached response is not sent again: %s",
    async (url) => {
      const { first, second } = await requestTwice(url);
      expect([first.statusCode, second.statusCode, second.body]).toEqual([200, 304, ""]);
      expect(second.headers["etag"]).toBe(first.headers["etag"]);
    },
  );

  test.each(CALCULATED_PATHS)("a cached response is neither calculated nor read again: %s", async (url) => {
    expect((await requestTwice(url)).calculationCount).toBe(1);
  });

  test("the tag of a response changes with the values of a curve, but not with its file name", async () => {
    const tagOf = async (changes: Parameters<typeof attachedCurve>[0]) => {
      const app = await gateway({
        scenarios: { listCurves: async () => ({ curves: [attachedCurve(changes)] }) },
        curves: { downloadCurve: async () => ({ fileName: "price.csv", text: "1\n" }) },
      });
      return (await app.inject(CURVE)).headers["etag"];
    };
    const firstTag = await tagOf({});
    expect(await tagOf({ fileName: "other.csv" })).toBe(firstTag);
    expect(await tagOf({ hash: "b".repeat(64) })).not.toBe(firstTag);
    expect(await tagOf({ type: "profile" })).not.toBe(firstTag);
  });

  test("the tag of a response changes with the recipe, but not with the metadata", async () => {
    const tagOf = async (changes: Parameters<typeof scenario>[0]) => {
      const app = await gateway({
        scenarios: { getScenario: async () => scenario(changes) },
        compute: {
          download: async function* () {
            yield { part: { $case: "fileName", value: "energy_flow" } };
          },
        },
      });
      return (await app.inject("/api/v3/scenarios/1/energy_flow.csv")).headers["etag"];
    };
    const firstTag = await tagOf({});
    expect(await tagOf({ version: 4, metadataJson: "{}" })).toBe(firstTag);
    expect(await tagOf({ recipe: { ...scenario().recipe!, endYear: 2040 } })).not.toBe(firstTag);
  });

  test.each([
    ["/api/v3/areas", {}, "public, max-age=300"],
    ["/api/v3/scenarios/1", {}, "no-cache"],
    ["/api/v3/scenarios/1", bearer, "private, no-cache"],
    ["/api/v3/nope", {}, undefined],
    ["/api/v3/scenarios/x", {}, "no-store"],
  ])("%s %j has the cache-control header of its kind", async (url, headers, cacheControl) => {
    expect((await requestTwice(url, headers)).first.headers["cache-control"]).toBe(cacheControl);
  });

  test.each(CALCULATED_PATHS)(
    "a private response is revalidated each time and cached only for its owner: %s",
    async (url) => {
      expect((await requestTwice(url)).first.headers["cache-control"]).toBe("no-cache");
      expect((await requestTwice(url, bearer)).first.headers["cache-control"]).toBe("private, no-cache");
    },
  );
});

describe("compression", () => {
  const get = async (encodings: string, length = 20_000) => {
    const attributesJson = JSON.stringify({ area: "x".repeat(length) });
    const area = { key: "nl", startYear: 2023, useable: true, attributesJson, problem: undefined };
    const app = await gateway({
      compute: { listAreas: async () => ({ areas: [area] }), listGqueries: async () => ({ gqueries: [] }) },
    });
    return app.inject({ url: "/api/v3/areas", headers: { "accept-encoding": encodings } });
  };

  test.each([
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["zstd", undefined],
    ["", undefined],
  ])("a client that accepts %j gets a long response with the encoding %s", async (acceptEncoding, contentEncoding) => {
    const { headers, rawPayload } = await get(acceptEncoding);
    expect([headers["content-encoding"], headers["vary"]]).toEqual([contentEncoding, "accept-encoding"]);
    expect(rawPayload.length < 1_000).toBe(contentEncoding !== undefined);
  });

  test("a response of ten packets is not compressed", async () => {
    expect((await get("gzip, br", 10_000)).headers["content-encoding"]).toBe(undefined);
  });

  // Some pairs of characters, such as "80", could be the start of a zlib stream.
  test.each([CURVE, "/api/v3/scenarios/1/energy_flow.csv"])(
    "text that looks compressed is compressed: %s",
    async (url) => {
      const text = "80.5\n".repeat(8760);
      const app = await gateway({
        scenarios: { listCurves: async () => ({ curves: [attachedCurve()] }) },
        curves: { downloadCurve: async () => ({ fileName: "price.csv", text }) },
        compute: {
          download: async function* () {
            yield { part: { $case: "fileName", value: "energy_flow" } };
            for (const chunk of [text.slice(0, 20_000), text.slice(20_000)])
              yield { part: { $case: "piece", value: Buffer.from(chunk) } };
          },
        },
      });
      const { headers, rawPayload } = await app.inject({ url, headers: { "accept-encoding": "gzip" } });
      expect(headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(rawPayload).toString()).toBe(text);
    },
  );

  test.each(["br", "gzip"])(
    "a stream is compressed chunk by chunk: the first chunk arrives before the second is written (%s)",
    async (encoding) => {
      const firstChunk = Promise.withResolvers<void>();
      const app = await gateway({
        compute: {
          download: async function* () {
            yield { part: { $case: "fileName", value: "energy_flow" } };
            yield { part: { $case: "piece", value: Buffer.from("80.5\n".repeat(8760)) } };
            await firstChunk.promise;
            yield { part: { $case: "piece", value: Buffer.from("80.5\n") } };
          },
        },
      });
      const response = await app.inject({
        url: "/api/v3/scenarios/1/energy_flow.csv",
        headers: { "accept-encoding": encoding },
        payloadAsStream: true,
      });
      const [first] = (await once(response.stream(), "data")) as [Buffer];
      expect([response.headers["content-encoding"], first.length > 0]).toEqual([encoding, true]);
      firstChunk.resolve();
      response.stream().resume();
      await once(response.stream(), "end");
    },
  );

  test("a compressed request body is refused", async () => {
    const app = await gateway();
    const response = await app.inject({
      method: "PUT",
      url: "/api/v3/scenarios/1",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      payload: gzipSync("{}"),
    });
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([415, "unsupported_encoding"]);
  });
});
