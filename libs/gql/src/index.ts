/** The query language: parser, compiler, evaluation. */
export * from "./world.ts";
export { parse, type ParseOptions } from "./syntax/parser.ts";
export { GqlSyntaxError, type Position } from "./syntax/error.ts";
export type { Ast, BinaryOperator, LogicalOperator, Node, Parameter, Procedure, UnaryOperator } from "./syntax/ast.ts";
