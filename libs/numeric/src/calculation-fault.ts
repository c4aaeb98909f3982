/**
 * The base class of all errors in the input of a calculation, such as a query, a graph, hourly data or a recipe. The
 * message addresses the author of that input. Any other thrown error is a bug.
 */
export class CalculationFault extends Error {
  override readonly name: string = "CalculationFault";
}
