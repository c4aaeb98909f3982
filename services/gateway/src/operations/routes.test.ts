import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { REQUESTS } from "@etesian/contracts/limits";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { Readiness } from "@etesian/service-kit";
import { fastify } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { registerErrorHandler } from "../http/errors.ts";
import { packageRoute } from "./packages.ts";
import { gateway, newGateway } from "../gateway.fixture.ts";

describe("operations and documentation", () => {
  test("every response has a request ID and allows other origins", async () => {
    const app = await gateway();
    const response = await app.inject({
      url: "/api/v3/scenarios/1",
      headers: { "x-request-id": "abc", origin: "http://x" },
    });
    expect(response.headers).toMatchObject({ "x-request-id": "abc", "access-control-allow-origin": "*" });
    const invalidIdResponse = await app.inject({
      url: "/api/v3/scenarios/1",
      headers: { "x-request-id": "bad id\u0001" },
    });
    expect(invalidIdResponse.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["a compressed body", { method: "PUT", url: "/api/v3/scenarios/1", headers: { "content-encoding": "gzip" } }],
    ["a URL that cannot be decoded", { method: "GET", url: "/api/v3/scenarios/%zz", headers: {} }],
  ] as const)("%s is refused with its request ID", async (_description, request) => {
    const response = await (
      await gateway()
    ).inject({ ...request, headers: { "x-request-id": "abc", ...request.headers } });
    expect([response.statusCode >= 400, response.headers["x-request-id"]]).toEqual([true, "abc"]);
  });

  test("the OpenAPI document describes every route", async () => {
    const app = await newGateway();
    await app.ready();
    const document = (await app.inject("/docs/json")).json();
    const paths = Object.keys(document.paths).sort();
    const isTable = (path: string) => /\.(csv|json)$/.test(path);
    expect(paths.filter((path) => !isTable(path))).toEqual([
      "/api/v1/featured_scenarios",
      "/api/v1/featured_scenarios/scenarios",
      "/api/v1/featured_scenarios/{id}",
      "/api/v1/versions",
      "/api/v3/areas",
      "/api/v3/areas/{area_code}",
      "/api/v3/collections",
      "/api/v3/collections/{id}",
      "/api/v3/gqueries",
      "/api/v3/model/areas/{area}",
      "/api/v3/model/differences",
      "/api/v3/model/parts/{sha256}",
      "/api/v3/saved_scenario/{id}",
      "/api/v3/saved_scenarios",
      "/api/v3/saved_scenarios/{id}",
      "/api/v3/saved_scenarios/{id}/discard",
      "/api/v3/saved_scenarios/{id}/events",
      "/api/v3/saved_scenarios/{id}/history",
      "/api/v3/saved_scenarios/{id}/restore",
      "/api/v3/saved_scenarios/{id}/users",
      "/api/v3/scenarios",
      "/api/v3/scenarios/export",
      "/api/v3/scenarios/interpolate",
      "/api/v3/scenarios/load_dump",
      "/api/v3/scenarios/merge",
      "/api/v3/scenarios/queries",
      "/api/v3/scenarios/templates",
      "/api/v3/scenarios/versions",
      "/api/v3/scenarios/{ids}/batch",
      "/api/v3/scenarios/{ids}/workbook.xlsx",
      "/api/v3/scenarios/{id}",
      "/api/v3/scenarios/{id}/comments",
      "/api/v3/scenarios/{id}/comments/{comment}",
      "/api/v3/scenarios/{id}/couple",
      "/api/v3/scenarios/{id}/curve_numbers/{sha256}",
      "/api/v3/scenarios/{id}/custom_curves",
      "/api/v3/scenarios/{id}/custom_curves/{curve_key}",
      "/api/v3/scenarios/{id}/dashboard",
      "/api/v3/scenarios/{id}/dump",
      "/api/v3/scenarios/{id}/esdl_file",
      "/api/v3/scenarios/{id}/events",
      "/api/v3/scenarios/{id}/forecast_storage_order",
      "/api/v3/scenarios/{id}/heat_network_order",
      "/api/v3/scenarios/{id}/history",
      "/api/v3/scenarios/{id}/households_space_heating_producer_order",
      "/api/v3/scenarios/{id}/hydrogen_demand_order",
      "/api/v3/scenarios/{id}/hydrogen_supply_order",
      "/api/v3/scenarios/{id}/inputs",
      "/api/v3/scenarios/{id}/inputs/{key}",
      "/api/v3/scenarios/{id}/interpolate",
      "/api/v3/scenarios/{id}/merit",
      "/api/v3/scenarios/{id}/nodes/stats",
      "/api/v3/scenarios/{id}/nodes/topology",
      "/api/v3/scenarios/{id}/nodes/{key}",
      "/api/v3/scenarios/{id}/preview",
      "/api/v3/scenarios/{id}/queries",
      "/api/v3/scenarios/{id}/recipe",
      "/api/v3/scenarios/{id}/restore",
      "/api/v3/scenarios/{id}/team",
      "/api/v3/scenarios/{id}/uncouple",
      "/api/v3/scenarios/{id}/user_sortables",
      "/api/v3/scenarios/{id}/user_sortables/meta",
      "/api/v3/scenarios/{id}/user_sortables/{type}",
      "/api/v3/scenarios/{id}/users",
      "/api/v3/scenarios/{id}/version",
      "/api/v3/sweeps",
      "/api/v3/sweeps/{id}",
      "/api/v3/sweeps/{id}/events",
      "/api/v3/sweeps/{id}/parts/{part}",
      "/api/v3/sweeps/{id}/results/estimates",
      "/api/v3/sweeps/{id}/results/manifest",
      "/api/v3/sweeps/{id}/results/results.parquet",
      "/api/v3/transition_paths",
      "/api/v3/transition_paths/{id}",
      "/api/v3/user",
      "/api/v3/workbooks",
    ]);
    expect(paths.filter(isTable)).toHaveLength(12 + 11 + 1 + 3);
    expect(paths).toContain("/api/v3/scenarios/{id}/curves/electricity_price.json");
    const { properties } = document.components.schemas.NewScenario.properties.scenario;
    expect(properties.keep_compatible).toMatchObject({ type: "boolean" });
  });

  test("the documentation works without TLS and at any URL", async () => {
    const app = await gateway();
    const addresses = ["/docs", ...new Set((await app.inject("/docs")).body.match(/(?<=href=")\/docs\/[a-z-]+(?=")/g))];
    expect(addresses).toEqual(expect.arrayContaining(["/docs/scenarios", "/docs/custom-curves", "/docs/shared"]));
    for (const address of addresses) {
      const { statusCode, headers, body } = await app.inject(address);
      if (/json|yaml/.test(address)) continue;
      expect([address, statusCode, headers["content-type"]]).toEqual([address, 200, "text/html; charset=utf-8"]);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/upgrade-insecure-requests|https?:/);
      expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      const conditionalResponse = await app.inject({
        url: address,
        headers: { "if-none-match": String(headers["etag"]) },
      });
      expect([conditionalResponse.statusCode, conditionalResponse.body]).toEqual([304, ""]);
    }
    expect((await app.inject("/docs/nonsense")).statusCode).toBe(404);
    // The page links to documents; if they have not been built, the reference replaces them.
    const document = await app.inject("/docs/planner.html");
    expect([document.statusCode, document.headers.location]).toEqual([302, "/docs"]);
  });

  test("the documentation has every operation and schema of the document, and its links work", async () => {
    const app = await newGateway();
    await app.ready();
    const document = (await app.inject("/docs/json")).json();
    const pages = new Map<string, string>();
    const readPage = async (address: string): Promise<string> => {
      const page = pages.get(address) ?? (await app.inject(address)).body;
      pages.set(address, page);
      return page;
    };
    const links = (body: string): readonly string[] => body.match(/(?<=href=")\/docs\/[a-z-]+#[\w-]+(?=")/g) ?? [];
    const overview = await readPage("/docs");
    for (const operations of Object.values<Record<string, { operationId: string; tags: string[] }>>(document.paths)) {
      for (const { operationId, tags } of Object.values(operations)) {
        const address = `/docs/${tags[0]!.toLowerCase().replaceAll(" ", "-")}`;
        expect(overview).toContain(`href="${address}`);
        expect(await readPage(address)).toContain(`id="${operationId}"`);
      }
    }
    const sharedPage = await readPage("/docs/shared");
    for (const name of Object.keys(document.components.schemas)) expect(sharedPage).toContain(`id="${name}"`);
    for (const link of new Set([...pages.values()].flatMap(links))) {
      const [address = "", id = ""] = link.split("#");
      expect([link, (await readPage(address)).includes(`id="${id}"`)]).toEqual([link, true]);
    }
  });

  test("the built documentation is served next to the reference", async () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-documentation-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    mkdirSync(join(directory, "assets"));
    for (const name of ["index.html", "sweeps.html", "assets/1a2b.js"]) writeFileSync(join(directory, name), name);
    const app = await newGateway({}, { documentation: directory });
    const fetchPage = async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return [statusCode, headers["cache-control"], statusCode === 302 ? headers.location : body];
    };
    expect(await fetchPage("/docs")).toEqual([302, undefined, "/docs/"]);
    expect(await fetchPage("/docs/")).toEqual([200, "no-cache", "index.html"]);
    expect(await fetchPage("/docs/sweeps.html")).toEqual([200, "no-cache", "sweeps.html"]);
    expect(await fetchPage("/docs/assets/1a2b.js")).toEqual([
      200,
      "public, max-age=31536000, immutable",
      "assets/1a2b.js",
    ]);
    expect((await app.inject("/docs/nonsense.html")).statusCode).toBe(404);
    expect((await app.inject("/docs/api")).body).toContain("<h1>API</h1>");
    expect((await app.inject("/docs/sweeps")).body).toContain("<h1>Sweeps</h1>");
    expect((await app.inject("/docs/")).headers["content-security-policy"]).toContain("script-src 'self';");
  });

  test("/ is a page for browsers and redirects other clients to the documentation", async () => {
    const app = await gateway();
    const page = await app.inject({ url: "/", headers: { accept: "text/html,*/*;q=0.8" } });
    expect(page.statusCode).toBe(200);
    for (const address of ["/docs", "/docs/api", "/yours"]) {
      expect(page.body).toContain(`href="${address}"`);
    }
    const { statusCode, headers } = await app.inject("/");
    expect([statusCode, headers.location]).toEqual([302, "/docs"]);
  });

  test("the documentation links to the page that creates tokens", async () => {
    const { body } = await (await gateway()).inject("/docs");
    expect(body).toContain('<a href="/yours#tokens">Create a token</a>');
  });

  test.each([
    ["/docs/scenarios", "A token is optional; if sent, it needs scenarios:write."],
    ["/docs/users", "Requires a token with scenarios:delete."],
    ["/docs/model", "No token is required."],
  ])("the documentation of %s contains: %s", async (page, sentence) => {
    expect((await (await gateway()).inject(page)).body).toContain(`<p>${sentence}</p>`);
  });

  test.each(["client", "engine"])("the %s is a package that npm can install, and is cached", async (name) => {
    const app = await gateway();
    const url = `/docs/${name}.tgz`;
    const { statusCode, headers, rawPayload } = await app.inject(url);
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/gzip"]);
    const content = gunzipSync(rawPayload).toString("latin1");
    expect(content).toMatch(/^package\/LICENSE\0/);
    expect(content).toContain(`"name": "@etesian/${name}"`);
    const response = await app.inject({ url, headers: { "if-none-match": String(headers["etag"]) } });
    expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0]);
  });

  test("the Python package is a wheel under its full name, is linked in the documentation, and is cached", async () => {
    const app = await gateway();
    const url = `/docs/${WHEEL_NAME}`;
    expect((await app.inject("/docs")).body).toContain(`href="${url}"`);
    const { statusCode, headers, rawPayload } = await app.inject(url);
    expect([statusCode, headers["content-type"], headers["content-encoding"]]).toEqual([
      200,
      "application/zip",
      undefined,
    ]);
    expect(rawPayload.toString("latin1")).toContain("etesian/__init__.py");
    const response = await app.inject({ url, headers: { "if-none-match": String(headers["etag"]) } });
    expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0]);
  });

  test("a request for a package that cannot be built gets 404, and the log has the reason", async () => {
    const warnings: unknown[] = [];
    const app = fastify();
    app.log.warn = (error: unknown) => warnings.push(error);
    registerErrorHandler(app);
    const reason = new Error("no tools");
    const read = () => Promise.reject(reason);
    packageRoute(app, { file: "client.tgz", type: "application/gzip", script: "client", read });
    for (let n = 0; n < 2; n++) {
      const { statusCode, json } = await app.inject("/docs/client.tgz");
      expect([statusCode, json()]).toEqual([404, { errors: [expect.stringContaining("npm run client")] }]);
    }
    expect(warnings).toEqual([reason]);
  });

  test("an idle connection is closed, but only after the longest time that a response may take", async () => {
    const app = await newGateway();
    expect(app.server.timeout).toBe(120_000);
    expect(app.server.timeout).toBeGreaterThan(REQUESTS.responseMs);
  });

  test.each(["/%6detrics", "/metrics.json", "/metrics/", "/%72eadyz"])(
    "operators' paths are not served as %s, which a proxy that blocks them would let through",
    async (url) => {
      expect((await (await gateway()).inject(url)).statusCode).toBe(404);
    },
  );

  test("health, readiness and metrics are available to operators", async () => {
    const readiness = new Readiness();
    const app = await gateway({}, { readiness });
    expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" });
    expect((await app.inject("/readyz")).json()).toEqual({ ready: true, parts: {} });
    readiness.add("compute", () => Promise.reject(new Error("starting")));
    const response = await app.inject("/readyz");
    expect([response.statusCode, response.json()]).toEqual([503, { ready: false, parts: { compute: "starting" } }]);
    await app.inject("/api/v3/scenarios/1");
    const metrics = await app.inject("/metrics");
    expect(metrics.headers["content-type"]).toContain("text/plain");
    expect(metrics.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v3/scenarios/:id",status="2xx"} 1',
    );
  });
});
