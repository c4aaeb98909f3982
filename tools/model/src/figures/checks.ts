/** The figure checks by name: `npm run model -- figures DIR --only NAME,…` selects them. */
import type { Check } from "./check.ts";
import { existence } from "./existence.ts";
import { family } from "./family.ts";
import { growth } from "./growth.ts";
import { headline } from "./headline.ts";
import { participants } from "./participants.ts";
import { sign } from "./sign.ts";
import { stack } from "./stack.ts";
import { sums } from "./sums.ts";
import { weekday } from "./weekday.ts";

export const CHECKS = {
  stack,
  headline,
  family,
  participants,
  sums,
  sign,
  existence,
  growth,
  weekday,
} as const satisfies {
  readonly [name: string]: Check;
};

export type CheckName = keyof typeof CHECKS;

export const CHECK_NAMES = Object.keys(CHECKS) as readonly CheckName[];
