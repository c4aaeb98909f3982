import { connect } from "@etesian/client";
import { parquetOf, readSweepSpec } from "@etesian/sweep";
import { afterEach, expect, test, vi } from "vitest";
import type { ExplorationReport, ExplorationQuestion } from "./calculator.ts";
import { serverSweeps } from "./server-sweeps.ts";
import { STORED } from "./stored-scenario.fixture.ts";

afterEach(() => vi.unstubAllGlobals());

const spec = readSweepSpec({
  factors: [{ slider: "oil" }],
  design: { method: "sobol", n: 4 },
  outputs: { queries: ["costs"] },
});
const DESCRIPTION = {
  spec,
  factors: [
    { name: "oil", kind: "slider", role: "lever", dimensions: 1, from: 0, to: 3, present: 1, columns: ["factor.oil"] },
  ],
  left_out: [],
  columns: [
    { name: "factor.oil", unit: "euro", type: "double" },
    { name: "query.costs", unit: "euro", type: "double" },
  ],
  design: { rows: 4, dimensions: 1, parts: 2 },
};
const NAMES = { settings: [{ name: "factor.oil", unit: "euro" }], outputs: [{ name: "query.costs", unit: "euro" }] };

/** A part with two variants; the second one has no figure. */
const partFrom = (from: number): Uint8Array<ArrayBuffer> =>
  parquetOf(NAMES, {
    from,
    rows: 2,
    units: Int32Array.of(from, from + 1),
    settings: [Float64Array.of(from, from + 1)],
    outputs: [Float64Array.of(10 * from, NaN)],
    errors: new Map([[from + 1, "no costs"]]),
  });

/** A server with a sweep that has one more part each time it is read. */
function serve({ refusal }: { readonly refusal?: Response } = {}) {
  const requests: string[] = [];
  const bodies: unknown[] = [];
  let reads = 0;
  const sweep = (done: number) => ({
    id: "abc",
    status: done === 4 ? "completed" : "running",
    base: { scenario_id: 12, version: 3 },
    variants: 4,
    done,
    failed: done / 2,
    reason: null,
    description: done === 0 ? null : DESCRIPTION,
    results: {
      parts: [0, 2].filter((from) => from < done).map((from) => ({ href: `http://x/parts/${from}.parquet` })),
    },
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/v3/sweeps", "");
    requests.push(`${request.method} ${path}`);
    await Promise.resolve(); // Lets the test abort a request.
    request.signal.throwIfAborted();
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    if (request.method === "POST") {
      bodies.push(await request.json());
      return refusal ?? Response.json(sweep(0), { status: 202 });
    }
    if (path === "/abc/events") {
      const events = ["{}", "{}"].map((data) => `event: progress\ndata: ${data}\n\n`).join("");
      return new Response(events, { headers: { "content-type": "text/event-stream" } });
    }
    const part = /parts\/(\d)/.exec(path)?.[1];
    return part === undefined ? Response.json(sweep((reads += 2))) : new Response(partFrom(Number(part)));
  });
  return { requests, bodies };
}

const ask = ({
  areListed = false,
  ...overrides
}: { readonly areListed?: boolean } & Partial<ExplorationQuestion> = {}): {
  readonly reports: ExplorationReport[];
  readonly cancel: () => void;
  readonly leave: () => void;
  readonly finalReport: Promise<ExplorationReport>;
} => {
  const reports: ExplorationReport[] = [];
  const { promise: finalReport, resolve } = Promise.withResolvers<ExplorationReport>();
  const { explore, leave } = serverSweeps(
    connect({ url: "http://etesian.test" }),
    (report) => {
      reports.push(report);
      if (report.isFinished) resolve(report);
    },
    { areListed: () => areListed },
  );
  explore({ id: 7, scenario: { ...STORED, id: 12, version: 3 }, work: { kind: "sweep", spec }, ...overrides });
  return { reports, cancel: () => explore(null), leave, finalReport };
};

test("a sweep varies the version on the screen, and its results are read part by part while it runs", async () => {
  const { requests, bodies } = serve();
  const { reports, finalReport } = ask();
  const last = await finalReport;
  expect(bodies).toEqual([{ sweep: { ...spec, base: { scenario_id: 12, version: 3 } } }]);
  expect(requests).toEqual([
    "POST ",
    "GET /abc/events",
    "GET /abc",
    "GET /abc/parts/0.parquet",
    "GET /abc",
    "GET /abc/parts/2.parquet",
  ]);
  expect(reports.map(({ done, total, failed }) => [done, total, failed])).toEqual([
    [0, 4, 0],
    [2, 4, 1],
    [4, 4, 2],
  ]);
  expect(last).toMatchObject({ id: 7, fault: null });
  expect(last.result).toMatchObject({
    kind: "sweep",
    figures: [Float64Array.of(0, NaN, 20, NaN)],
    settings: [Float64Array.of(0, 1, 2, 3)],
    errors: new Map([
      [1, "no costs"],
      [3, "no costs"],
    ]),
    outline: { rows: 4, factors: [{ name: "oil", positions: { from: 0, to: 3, present: 1 } }] },
    estimates: { figures: [{ name: "query.costs", variants: 2, influences: [{ factor: "oil", correlation: 1 }] }] },
  });
});

test("a refusal is reported with the server's message and code", async () => {
  const errors = ["design has 4,096 variants; expected at most 2,000"];
  serve({ refusal: Response.json({ errors }, { status: 422, headers: { "x-error-code": "too_many_variants" } }) });
  expect(await ask().finalReport).toMatchObject({ fault: errors[0], refusal: "too_many_variants", result: null });
});

test("a sweep that the user cancels is cancelled on the server, and reports nothing more", async () => {
  const { requests } = serve();
  const { reports, cancel } = ask();
  cancel();
  await vi.waitFor(() => expect(requests).toEqual(["POST ", "DELETE /abc"]));
  expect(reports).toEqual([]);
});

test("a stored sweep that is cancelled before its first response is cancelled on the server", async () => {
  const { requests } = serve();
  const { reports, cancel } = ask({ sweep: "abc" });
  cancel();
  await vi.waitFor(() => expect(requests).toEqual(["GET /abc", "DELETE /abc"]));
  expect(reports).toEqual([]);
});

test("a sweep that the user leaves continues if it is listed, and is cancelled otherwise", async () => {
  const listedServer = serve();
  const listedRun = ask({ areListed: true, metadata: { title: "Oil" } });
  listedRun.leave();
  await vi.waitFor(() => expect(listedServer.bodies).toMatchObject([{ sweep: { metadata: { title: "Oil" } } }]));
  const unlistedServer = serve();
  ask().leave();
  await vi.waitFor(() => expect(unlistedServer.requests).toEqual(["POST ", "DELETE /abc"]));
  expect(listedServer.requests).toEqual(["POST "]);
  expect(listedRun.reports).toEqual([]);
});

test("the results of an existing sweep are read without requesting another", async () => {
  const { requests } = serve();
  const { finalReport } = ask({ sweep: "abc" });
  expect(await finalReport).toMatchObject({
    done: 4,
    sweep: { id: "abc", version: 3 },
    result: { outline: { rows: 4 } },
  });
  expect(requests[0]).toBe("GET /abc");
  expect(requests).not.toContain("POST ");
});
