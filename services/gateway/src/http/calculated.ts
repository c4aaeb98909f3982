/** Headers that name the recipe and engine of calculated numbers, so that clients can compare their own results. */
import type { Calculation } from "@etesian/contracts/compute";
import type { FastifyReply } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Responses with calculated numbers name their recipe and engine. */
    readonly returnsNumbers?: true;
  }
}

/** @param calculation undefined if nothing was calculated, or if the compute version does not report it */
export function setCalculationHeaders(reply: FastifyReply, calculation: Calculation | undefined): void {
  if (calculation === undefined) return;
  void reply.header("x-etesian-recipe", calculation.recipeHash).header("x-etesian-engine", calculation.engine);
}
