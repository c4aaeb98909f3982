/** Derives the first weekday of an area's load profiles, since datasets do not state the year of their profiles. */

const DAYS = 7;
const HOURS = 24;
const SATURDAY = 6;
/** Maximum ratio of weekend load to every other day's load: profiles above it have no vote. */
const MAX_WEEKEND_RATIO = 0.99;

/**
 * The weekday of 1 January, 0 for Sunday: most profiles of work, services and traffic are lowest on two consecutive
 * days. Null if no profile has such days, or in a tie.
 */
export function firstWeekday(profiles: Iterable<ArrayLike<number>>): number | null {
  const votes = new Map<number, number>();
  for (const profile of profiles) {
    const first = weekdayOfProfile(profile);
    if (first !== null) votes.set(first, (votes.get(first) ?? 0) + 1);
  }
  const [winner, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner === undefined || second?.[1] === winner[1] ? null : winner[0];
}

function weekdayOfProfile(profile: ArrayLike<number>): number | null {
  const means = meansOfDays(profile);
  const pairs = means.map((mean, day) => Math.max(mean, means[(day + 1) % DAYS]!));
  const saturday = pairs.indexOf(Math.min(...pairs));
  const others = means.filter((_, day) => day !== saturday && day !== (saturday + 1) % DAYS);
  return pairs[saturday]! < MAX_WEEKEND_RATIO * Math.min(...others) ? (SATURDAY - saturday + DAYS) % DAYS : null;
}

/** Mean load of the first, eighth, fifteenth … day of the year, then of the days after them. */
function meansOfDays(profile: ArrayLike<number>): readonly number[] {
  const sums = new Float64Array(DAYS);
  const hours = new Float64Array(DAYS);
  for (let hour = 0; hour < profile.length; hour++) {
    const day = Math.floor(hour / HOURS) % DAYS;
    sums[day]! += profile[hour]!;
    hours[day]! += 1;
  }
  return Array.from(sums, (sum, day) => sum / Math.max(1, hours[day]!));
}
