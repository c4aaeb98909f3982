/** Tests that a request is one trace through gateway, services and threads if an endpoint is set. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest } from "@etesian/standalone/testing";

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** The body that the exporter sends. */
interface ExportBody {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

const receivedSpans: ReceivedSpan[] = [];
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    for (const { scopeSpans } of (body as ExportBody).resourceSpans)
      for (const { spans } of scopeSpans) receivedSpans.push(...spans);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-traces-"));
  writeVillage(join(directory, "village"));
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  collector.close();
  rmSync(directory, { recursive: true, force: true });
});

test("a request produces one trace, below the client's span", async () => {
  const server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
  const headers = { "content-type": "application/json" };
  const creation = await fetch(`${server.url}/api/v3/scenarios`, { method: "POST" });
  const { id } = (await creation.json()) as { id: number };
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const response = await fetch(`${server.url}/api/v3/scenarios/${id}`, {
    method: "PUT",
    headers: { ...headers, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    body: JSON.stringify({ scenario: { user_values: { heat_demand_per_year: 33 } }, gqueries: ["gas_demand"] }),
  });
  expect(response.status).toBe(200);
  // Flushes the remaining spans.
  await server.close();

  const spans = receivedSpans.filter((span) => span.traceId === traceId);
  const parentOf = (name: string): string | undefined => {
    const span = spans.find((span) => span.name.includes(name));
    expect(span).toBeDefined();
    return spans.find(({ spanId }) => spanId === span!.parentSpanId)?.name ?? span!.parentSpanId;
  };
  expect(parentOf("PUT /api/v3/scenarios/:id")).toBe("b7ad6b7169203331");
  expect(parentOf("ScenariosService/UpdateScenario")).toBe("PUT /api/v3/scenarios/:id");
  expect(parentOf("ComputeService/Query")).toBe("PUT /api/v3/scenarios/:id");
  expect(parentOf("compute queries")).toContain("ComputeService/Query");
  expect(parentOf("thread solve")).toBe("compute queries");
});
