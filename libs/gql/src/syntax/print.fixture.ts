import type { Node, Procedure } from "./ast.ts";

/** Prints a tree with all parentheses, so that parsing the text yields the same tree. */
export function print(node: Node): string {
  switch (node.type) {
    case "integer":
      return String(node.value);
    case "float":
      return Number.isInteger(node.value) ? `${node.value}.0` : String(node.value);
    case "string":
      return `"${node.value}"`;
    case "symbol":
      return `:"${node.name}"`;
    case "pattern":
      return `/${node.source}/`;
    case "literal":
      return node.value === null ? "nil" : String(node.value);
    case "self":
      return "self";
    case "name":
    case "constant":
    case "local":
      return node.name;
    case "call":
      return `${node.name}(${list(node.args)})${block(node.block)}`;
    case "send": {
      const args = node.args.length === 0 ? "" : `(${list(node.args)})`;
      return `(${print(node.receiver)}).${node.name}${args}${block(node.block)}`;
    }
    case "index":
      return `(${print(node.receiver)})[${print(node.index)}]`;
    case "unary":
      return `(${node.operator}(${print(node.operand)}))`;
    case "binary":
    case "logical":
      return `((${print(node.left)})${node.operator}(${print(node.right)}))`;
    case "ternary":
      return `((${print(node.test)})?(${print(node.yes)}):(${print(node.no)}))`;
    case "range":
      return `((${print(node.from)})${node.exclusive ? "..." : ".."}(${print(node.to)}))`;
    case "assign":
      return `(${node.name}=${print(node.value)})`;
    case "assign_index":
      return `((${print(node.receiver)})[${print(node.index)}]=${print(node.value)})`;
    case "array":
      return `[${list(node.items)}]`;
    case "hash":
      return `{${node.entries.map(([key, value]) => `(${print(key)})=>${print(value)}`).join(",")}}`;
    case "lambda": {
      const { parameters, body } = node.procedure;
      const names = parameters.map(({ name }) => name).join(",");
      return `->${names === "" ? "" : `(${names})`}{${statements(body)}}`;
    }
    case "sequence":
      return `(${statements(node)})`;
  }
}

const list = (nodes: readonly Node[]): string => nodes.map(print).join(",");

const statements = (body: Node): string =>
  body.type === "sequence" ? body.statements.map(print).join(";") : print(body);

const block = (procedure: Procedure | null): string =>
  procedure === null
    ? ""
    : `{|${procedure.parameters.map(({ name }) => name).join(",")}|${statements(procedure.body)}}`;
