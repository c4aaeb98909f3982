/** What all calculating packages share: arithmetic and text of doubles to the last digit, and the root of their errors. */
export { CalculationFault } from "./calculation-fault.ts";
export { decimalText } from "./decimal-text.ts";
export { round } from "./round.ts";
export { CompensatedSum, sum, sumAt } from "./sum.ts";
