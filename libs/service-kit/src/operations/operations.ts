/** The HTTP port for operators: `/healthz` (alive), `/readyz` (can serve requests), `/metrics`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface Operations {
  readonly port: number;
  close(): Promise<void>;
}

export async function startOperations({
  host,
  port,
  readiness,
  metrics,
}: {
  readonly host: string;
  readonly port: number;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}): Promise<Operations> {
  const respond = async (path: string | undefined): Promise<[status: number, type: string, body: string]> => {
    switch (path) {
      case "/healthz":
        return [200, "application/json", '{"status":"ok"}'];
      case "/readyz": {
        const report = await readiness.report();
        return [report.ready ? 200 : 503, "application/json", JSON.stringify(report)];
      }
      case "/metrics":
        return [200, metrics.contentType, await metrics.metrics()];
      default:
        return [404, "application/json", '{"errors":["Not found"]}'];
    }
  };
  const server = createServer((request, response) => {
    respond(request.url?.split("?")[0]).then(
      ([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
