/** Percentages that compound annually have a unit per year. */
import { unitOfInput, quantityOf, viewOf } from "@etesian/interface";
import type { Check } from "./check.ts";

const PER_YEAR = "% a year";

export const growth: Check = {
  scope: "model",
  subjects: "units",
  proves: "the unit of a slider shows whether its percentage compounds every year, as its update_type does",
  *run({ documents, catalogue }) {
    const { sliders } = viewOf(documents, catalogue, "en");
    for (const input of catalogue.inputs) {
      const unitName = sliders.get(input.key)!.unitName;
      if (quantityOf(input.unit ?? "") !== "share" && unitName !== PER_YEAR) continue;
      const isPerYear = unitOfInput(input) === PER_YEAR;
      const message = isPerYear
        ? `it compounds every year and is shown in ${unitName}: expected ${PER_YEAR}`
        : `it does not compound and is shown in ${unitName}: expected its unit ${input.unit ?? ""}`;
      const fault = { subject: input.key, part: null, hour: null, missing: null, unit: unitName, message };
      yield { subject: input.key, faults: isPerYear === (unitName === PER_YEAR) ? [] : [fault] };
    }
  },
};
