/** The length of a year, and unit factors: 1 MW is 1 MJ per second. */

/** Every year of the model has 365 days. */
export const HOURS_PER_YEAR = 8760;
export const SECONDS_PER_HOUR = 3600;
/** Energy of 1 MW over one hour, in MJ. */
export const MJ_PER_MWH = 3600;
