/** Derives the first weekday of an area's load profiles, since datasets do not state the year of their profiles. */

const DAYS_PER_WEEK = 7;
const HOURS_PER_DAY = 24;
const SATURDAY = 6;
/** Maximum ratio of weekend load to every other day's load: profiles above it do not vote. */
const MAX_WEEKEND_RATIO = 0.99;

/**
 * The weekday of 1 January, 0 for Sunday. Most profiles of work, services and traffic are lowest on two consecutive
 * days, the weekend. Null if no profile has such days, or if there is a tie.
 */
export function firstWeekday(profiles: Iterable<ArrayLike<number>>): number | null {
  const votes = new Map<number, number>();
  for (const profile of profiles) {
    const weekday = weekdayOfProfile(profile);
    if (weekday !== null) votes.set(weekday, (votes.get(weekday) ?? 0) + 1);
  }
  const [winner, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner === undefined || second?.[1] === winner[1] ? null : winner[0];
}

function weekdayOfProfile(profile: ArrayLike<number>): number | null {
  const means = meansByWeekday(profile);
  const pairs = means.map((mean, day) => Math.max(mean, means[(day + 1) % DAYS_PER_WEEK]!));
  const saturday = pairs.indexOf(Math.min(...pairs));
  const weekdayMeans = means.filter((_, day) => day !== saturday && day !== (saturday + 1) % DAYS_PER_WEEK);
  return pairs[saturday]! < MAX_WEEKEND_RATIO * Math.min(...weekdayMeans)
    ? (SATURDAY - saturday + DAYS_PER_WEEK) % DAYS_PER_WEEK
    : null;
}

/** Mean load by day of the week, starting with the weekday of 1 January. */
function meansByWeekday(profile: ArrayLike<number>): readonly number[] {
  const sums = new Float64Array(DAYS_PER_WEEK);
  const hours = new Float64Array(DAYS_PER_WEEK);
  for (let hour = 0; hour < profile.length; hour++) {
    const day = Math.floor(hour / HOURS_PER_DAY) % DAYS_PER_WEEK;
    sums[day]! += profile[hour]!;
    hours[day]! += 1;
  }
  return Array.from(sums, (sum, day) => sum / Math.max(1, hours[day]!));
}
