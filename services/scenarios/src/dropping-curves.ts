/** Process that drops the curves of deleted scenarios, even after interruptions. */
import type { ServiceProcess } from "@etesian/event-store";
import type { CurvesClient } from "./handlers/curve-handlers.ts";
import { idOf } from "./lists/scenario-list.ts";

export const curveDropping = (curves: Pick<CurvesClient, "dropCurves">): ServiceProcess => ({
  name: "dropping curves of deleted scenarios",
  handles: ({ type }) => type === "ScenarioDeleted",
  async handle({ stream, correlationId }, signal) {
    const scenario = idOf(stream);
    if (scenario === null) return;
    await curves.dropCurves({ scenario }, { requestId: correlationId, actor: "service:scenarios", signal });
  },
});
