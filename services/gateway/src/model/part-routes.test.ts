import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { type Compute, gateway } from "../gateway.fixture.ts";

const SHA256 = "a".repeat(64);
const CONTENT = Buffer.from("numbers and names ".repeat(100_000));

/** A gateway in front of a compute service that has one part. */
const createApp = async (brotli = true) => {
  const requests: unknown[] = [];
  const readPart: Compute["readPart"] = async function* (request) {
    requests.push(request);
    const isBrotli = request.acceptsBrotli && brotli;
    const content = isBrotli ? brotliCompressSync(CONTENT) : gzipSync(CONTENT);
    yield { part: { $case: "head", value: { encoding: isBrotli ? "br" : "gzip", length: content.length } } };
    for (let from = 0; from < content.length; from += 100) {
      yield { part: { $case: "piece", value: content.subarray(from, from + 100) } };
    }
  };
  return { app: await gateway({ compute: { readPart } }), requests };
};

const url = `/api/v3/model/parts/${SHA256}`;

describe("a part", () => {
  test.each([
    ["gzip, br", true, "br", brotliDecompressSync],
    ["gzip, br", false, "gzip", gunzipSync],
    ["gzip", true, "gzip", gunzipSync],
    ["*", false, "gzip", gunzipSync],
    ["gzip, br;q=0", true, "gzip", gunzipSync],
  ])(
    "a client that accepts %s gets a part, with a Brotli copy (%s), as %s",
    async (acceptEncoding, brotli, encoding, decompress) => {
      const { app } = await createApp(brotli);
      const response = await app.inject({ url, headers: { "accept-encoding": acceptEncoding } });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        "content-type": "application/vnd.etesian.part",
        "content-encoding": encoding,
        "content-length": String(response.rawPayload.length),
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
        vary: "accept-encoding",
        etag: `"${SHA256}-${encoding}"`,
      });
      expect(decompress(response.rawPayload).equals(CONTENT)).toBe(true);
    },
  );

  test("a part is sent uncompressed to a client that accepts no encoding", async () => {
    const { app } = await createApp();
    const response = await app.inject({ url, headers: { "accept-encoding": "identity" } });
    expect([response.headers["content-encoding"], response.rawPayload.equals(CONTENT)]).toEqual([undefined, true]);
  });

  test("a part is neither read nor sent if the client already has it", async () => {
    const { app, requests } = await createApp();
    const response = await app.inject({ url, headers: { "if-none-match": `"${SHA256}"` } });
    expect([response.statusCode, response.rawPayload.length, requests]).toEqual([304, 0, []]);
  });

  test("a part is found by its manifest if the client names the manifest", async () => {
    const { app, requests } = await createApp();
    await app.inject(`${url}?area=nl&end_year=2040`);
    await app.inject(url);
    expect(requests).toMatchObject([
      { sha256: SHA256, area: "nl", endYear: 2040 },
      { sha256: SHA256, area: undefined },
    ]);
  });

  test("an unknown part gets 404, which is not cached", async () => {
    const app = await gateway({
      compute: {
        // oxlint-disable-next-line require-yield
        readPart: async function* () {
          throw new RpcError(status.NOT_FOUND, "The model has no part x", { reason: "unknown_part" });
        },
      },
    });
    const response = await app.inject(url);
    expect([response.statusCode, response.json()]).toEqual([404, { errors: ["The model has no part x"] }]);
    expect(response.headers).toMatchObject({ "x-error-code": "unknown_part", "cache-control": "no-store" });
    expect(response.headers.etag).toBeUndefined();
    const misspeltResponse = await app.inject("/api/v3/model/parts/nope");
    expect([misspeltResponse.statusCode, misspeltResponse.headers["x-error-code"]]).toEqual([404, "unknown_part"]);
  });
});

describe("the manifest of an area", () => {
  test("the manifest is forwarded, revalidated each time, and gets 304 if it is unchanged", async () => {
    const requests: unknown[] = [];
    const getAreaManifest: Compute["getAreaManifest"] = async (request) => {
      requests.push(request);
      return { manifestJson: '{"format":1}' };
    };
    const app = await gateway({ compute: { getAreaManifest } });
    const response = await app.inject("/api/v3/model/areas/nl");
    expect([response.statusCode, response.json(), response.headers["cache-control"]]).toEqual([
      200,
      { format: 1 },
      "no-cache",
    ]);
    const secondResponse = await app.inject({
      url: "/api/v3/model/areas/nl?end_year=2040",
      headers: { "if-none-match": String(response.headers.etag) },
    });
    expect(secondResponse.statusCode).toBe(304);
    expect(requests).toEqual([
      { area: "nl", endYear: 2050 },
      { area: "nl", endYear: 2040 },
    ]);
  });

  test("the manifest is not found if the operator does not share the model", async () => {
    const app = await gateway({
      compute: {
        getAreaManifest: () =>
          Promise.reject(new RpcError(status.FAILED_PRECONDITION, "kept", { reason: "model_parts_off" })),
      },
    });
    const response = await app.inject("/api/v3/model/areas/nl");
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([404, "model_parts_off"]);
  });
});
