/** The length of a year, and unit factors: a MW is a MJ per second. */

/** Every year of the model has 365 days. */
export const HOURS_PER_YEAR = 8760;
export const SECONDS_PER_HOUR = 3600;
/** The energy of a MW in an hour, in MJ. */
export const MJ_PER_MWH = 3600;
