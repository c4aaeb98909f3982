/**
 * The root of everything that a calculation can find wrong with what it was given: a query, a graph, the hours, a
 * recipe. The message is for whoever asked. Anything else that is thrown is a mistake in the program.
 */
export class CalculationFault extends Error {
  override readonly name: string = "CalculationFault";
}
