/** Answers name what their numbers come from, so that clients that calculate, too, know whether theirs are the same. */
import type { Calculation } from "@etesian/contracts/compute";
import type { FastifyReply } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answer has calculated numbers, as a rule, and then says of what. */
    readonly answersNumbers?: true;
  }
}

/** Undefined: nothing was calculated, or by a version that does not say. */
export function nameCalculation(reply: FastifyReply, calculation: Calculation | undefined): void {
  if (calculation === undefined) return;
  void reply.header("x-etesian-recipe", calculation.recipeHash).header("x-etesian-engine", calculation.engine);
}
