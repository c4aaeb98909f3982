/** Files generated from the gateway's OpenAPI document: the client's types, and the table of errors. */
import { updateApiTypes } from "../../clients/typescript/generate.mjs";
import { createLogger, createMetrics, Readiness } from "../../libs/service-kit/src/index.ts";
import { createGateway } from "../../services/gateway/src/gateway.ts";
import { codesByStatus } from "../../services/gateway/src/http/errors.ts";
import { cell, updatePage } from "./generated-page.mjs";

/** The document of a gateway without services behind it. */
async function openApiDocument() {
  const app = await createGateway({
    backends: {},
    readiness: new Readiness(),
    metrics: createMetrics(),
    log: createLogger({ service: "gateway", level: "silent" }),
    bodyLimit: 1024 * 1024,
    rateLimit: 0,
    trustProxy: 0,
    cors: false,
    contact: null,
    publicUrl: null,
    issuers: [],
    documentation: null,
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

/** Updates the client; with `check`, only returns whether it was up to date. */
export const updateApiClient = async (check) => updateApiTypes(await openApiDocument(), check);

/** Updates the table of errors; with `check`, only returns whether it was up to date. */
export function updateErrorTable(page, check) {
  const rows = [...codesByStatus()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, codes]) =>
      codes.map(
        ({ code, message }) =>
          `| ${[String(status), `\`${code}\``, message ?? "describes the problem"].map(cell).join(" | ")} |`,
      ),
    );
  const table = ["| Status | `X-Error-Code` | Message |", "|---|---|---|", ...rows, ""].join("\n");
  return updatePage(page, "the table of errors", [table], check);
}
