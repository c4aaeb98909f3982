import { CalculationFault } from "@etesian/numeric";

/**
 * Thrown for a recipe that cannot be calculated, because an input's query fails or the recipe does not fit the area.
 */
export class CalculationError extends CalculationFault {
  override readonly name = "CalculationError";
}
