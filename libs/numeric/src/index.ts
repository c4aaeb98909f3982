/**
 * Utilities shared by all packages that calculate: exact arithmetic, text of doubles, nil, units, and the base class of
 * errors.
 */
export { type HourOfYear, hourOfYear, timestampOf, weekdayOf } from "./calendar.ts";
export { CalculationFault } from "./calculation-fault.ts";
export { decimalText } from "./decimal-text.ts";
export { isNil } from "./nil.ts";
export { round } from "./round.ts";
export { sameBytes, sameBytesByWord } from "./same-bytes.ts";
export { CompensatedSum, sum, sumAt } from "./sum.ts";
export { HOURS_PER_YEAR, MJ_PER_MWH, SECONDS_PER_HOUR } from "./units.ts";
