/** The table of docs/reference/metrics.md, generated from the services' definitions of metrics. */
import { CONNECTION_METRICS } from "../../libs/service-kit/src/connections.ts";
import { COMMON_METRICS } from "../../libs/service-kit/src/operations/metrics.ts";
import { RPC_METRICS } from "../../libs/service-kit/src/rpc/observed-calls.ts";
import { SWEEP_METRICS } from "../../libs/sweep/src/queue/index.ts";
import { EVENT_METRICS } from "../../libs/event-store/src/service.ts";
import { COMPUTE_METRICS } from "../../services/compute/src/calculator.ts";
import { CLIENT_METRICS } from "../../services/gateway/src/model/difference-routes.ts";
import { HTTP_METRICS } from "../../services/gateway/src/operations/routes.ts";
import { MAIL_METRICS } from "../../services/accounts/src/service.ts";
import { cell, updatePage } from "./generated-page.mjs";

const METRICS = [
  ...HTTP_METRICS,
  ...CLIENT_METRICS,
  ...RPC_METRICS,
  ...COMPUTE_METRICS,
  ...SWEEP_METRICS,
  ...EVENT_METRICS,
  ...MAIL_METRICS,
  ...COMMON_METRICS,
  ...CONNECTION_METRICS,
];

const labelsOf = (labels) =>
  Object.entries(labels)
    .map(([label, values]) => `\`${label}\`: ${values}`)
    .join("<br>");

/** Updates the page; with `check`, only returns whether it was up to date. */
export function updateMetricTable(page, check) {
  const rows = METRICS.map(
    ({ type, name, help, labels, services }) =>
      `| ${[`\`${name}\``, type, help, labelsOf(labels), services].map(cell).join(" | ")} |`,
  );
  const table = ["| Metric | Type | Meaning | Labels | Processes of |", "|---|---|---|---|---|", ...rows, ""].join(
    "\n",
  );
  return updatePage(page, "the definitions of metrics", [table], check);
}
