import { CalculationFault } from "@etesian/numeric";

/** A recipe that cannot be calculated: an input's query fails, or the recipe does not fit the area. */
export class CalculationError extends CalculationFault {
  override readonly name = "CalculationError";
}
