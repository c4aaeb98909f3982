/**
 * The query language: parser, compiler, evaluation.
 *
 * A model's gqueries are compiled once into a `QueryLibrary`. An `Evaluation` runs them, and inputs, against the
 * `World`s of one scenario, present and future.
 */
export * from "./world.ts";
export type { InputUpdate, Program } from "./machine.ts";
export { parse, type ParseOptions } from "./syntax/parser.ts";
export { GqlSyntaxError, type TextPosition } from "./syntax/error.ts";
export type { Ast, BinaryOperator, LogicalOperator, Node, Parameter, Procedure, UnaryOperator } from "./syntax/ast.ts";
export {
  type AttributeNames,
  checkNames,
  type Holder,
  type KnownNames,
  type NameProblem,
  type NameSet,
} from "./names.ts";
export { FUNCTION_NAMES } from "./functions/index.ts";
export { UserQuery } from "./user-query.ts";
export { type Gquery, type GqueryText, QueryLibrary, type Reach } from "./library.ts";
export { Evaluation, type CachedResults, type Year, YearResults } from "./evaluation.ts";
export { type Combination, explain, type Subject, type Term } from "./explanation/explain.ts";
export { type VerifiedQuery, verifyExplanation } from "./explanation/verify.ts";
export { type GqueryAnswer, type JsonValue, serialise } from "./answer.ts";
