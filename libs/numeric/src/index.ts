/**
 * Shared by all calculating packages: arithmetic and text of doubles to the last digit, nil, units, and the root of
 * their errors.
 */
export { type HourOfYear, hourOfYear, timestampOf, weekdayOf } from "./calendar.ts";
export { CalculationFault } from "./calculation-fault.ts";
export { decimalText } from "./decimal-text.ts";
export { isNil } from "./nil.ts";
export { round } from "./round.ts";
export { sameBytes, sameInWords } from "./same-bytes.ts";
export { CompensatedSum, sum, sumAt } from "./sum.ts";
export { HOURS_PER_YEAR, MJ_PER_MWH, SECONDS_PER_HOUR } from "./units.ts";
