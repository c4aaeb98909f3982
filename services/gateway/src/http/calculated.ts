/** Responses name the source of their numbers, so that clients that calculate can compare theirs. */
import type { Calculation } from "@etesian/contracts/compute";
import type { FastifyReply } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The response usually has calculated numbers, and then names their recipe and engine. */
    readonly answersNumbers?: true;
  }
}

/** Undefined: nothing was calculated, or by a version that does not report it. */
export function setCalculationHeaders(reply: FastifyReply, calculation: Calculation | undefined): void {
  if (calculation === undefined) return;
  void reply.header("x-etesian-recipe", calculation.recipeHash).header("x-etesian-engine", calculation.engine);
}
