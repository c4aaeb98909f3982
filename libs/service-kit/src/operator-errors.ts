/** Errors with a message for operators, which programs print without a stack trace. */

/** The program refuses to start; the message gives operators the reason and the remedy. */
export class StartRefusedError extends Error {
  override readonly name: string = "StartRefusedError";
  readonly isForOperators = true;
}

/**
 * Whether an error has a message for operators. Classes are marked by the `isForOperators` field, so that errors that
 * also occur after startup, such as the errors of stores, can have it.
 */
export const isForOperators = (error: unknown): error is Error & { readonly isForOperators: unknown } =>
  error instanceof Error && "isForOperators" in error;
