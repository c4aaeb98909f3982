/** Arithmetic and text of doubles that results depend on to the last digit, once for all packages. */
export { decimalText } from "./decimal-text.ts";
export { round } from "./round.ts";
export { CompensatedSum, sum, sumAt } from "./sum.ts";
