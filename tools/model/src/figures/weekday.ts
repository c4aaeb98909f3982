/** Checks the days of the week: electricity use is lowest at the weekend. */
import { weekdayOf } from "@etesian/numeric";
import { firstWeekdayIn } from "@etesian/model";
import type { Check } from "./check.ts";
import { formatFigure } from "./gaps.ts";
import { isCapacity } from "./scenarios.ts";

const DEMAND = "electricity_demand_inflexible_curve";
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WEEKEND = [0, 6];

/**
 * Only scenarios with the area's own demand: with heat pumps in most homes, the weekdays of the coldest days determine
 * the means.
 */
export const weekday: Extract<Check, { readonly scope: "scenario" }> = {
  scope: "scenario",
  subjects: "charts",
  proves: "mean use of electricity is lowest on the days that hourly charts label Saturday and Sunday",
  *run(scenario) {
    if (!scenario.changedInputs.every(isCapacity)) return;
    const { model } = scenario.auditedModel;
    const [firstWeekday, demand] = [firstWeekdayIn(model.curves(scenario.area)), scenario.curve(DEMAND)];
    if (firstWeekday === null || demand === null) return;
    const sums = WEEKDAYS.map(() => ({ sum: 0, hours: 0 }));
    for (const [hour, load] of demand.entries()) {
      const day = sums[weekdayOf(hour, firstWeekday)]!;
      day.sum += load;
      day.hours += 1;
    }
    const means = sums.map(({ sum, hours }) => sum / hours);
    const lowest = means
      .map((mean, day) => ({ mean, day }))
      .toSorted((a, b) => a.mean - b.mean)
      .slice(0, WEEKEND.length);
    const days = lowest.map(({ day }) => day).toSorted((a, b) => a - b);
    const meansText = lowest.map(({ mean, day }) => `${WEEKDAYS[day]} ${formatFigure(mean)}`).join(", ");
    const message = `${DEMAND} is lowest on ${meansText} MW`;
    const fault = { subject: DEMAND, part: null, hour: null, missing: null, unit: "", message };
    yield { subject: DEMAND, faults: days.join() === WEEKEND.join() ? [] : [fault] };
  },
};
