/**
 * Renders the part of Helm's template language that the chart keeps to: values, range, if and a few functions. What it does not
 * know it refuses, so a chart that this renders says nothing new to Helm. It is no Helm: nobody has rendered the chart with that.
 */

type Scope = { readonly [variable: string]: unknown };

const FUNCTIONS: { readonly [name: string]: (...given: readonly unknown[]) => unknown } = {
  quote: (value) => JSON.stringify(textOf(value)),
  upper: (value) => textOf(value).toUpperCase(),
  replace: (from, to, value) => textOf(value).replaceAll(textOf(from), textOf(to)),
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace("%s", textOf(value)), textOf(format)),
  toJson: (value) => JSON.stringify(value),
};

/** @throws when the template has anything that is not known here. */
export function renderTemplate(template: string, values: unknown, release: string): string {
  const root = { Values: values, Release: { Name: release } };
  const parts = template.split(/(\{\{[^{}]*\}\})/);
  for (const [index, part] of parts.entries()) {
    if (part.startsWith("{{-")) parts[index - 1] = parts[index - 1]!.trimEnd();
    if (part.startsWith("{{") && part.endsWith("-}}")) parts[index + 1] = parts[index + 1]!.trimStart();
  }
  const { text, next } = renderFrom(parts, 0, { $: root, "": root });
  if (next < parts.length) throw new Error(`${parts[next]} ends nothing`);
  return text;
}

/** "range …" of "{{- range … }}"; null for what is no action. */
const actionOf = (part: string): string | null =>
  part.startsWith("{{") ? part.slice(2, -2).replace(/^-/, "").replace(/-$/, "").trim() : null;

/** Renders until an `end` or `else` that belongs to somebody else. */
function renderFrom(parts: readonly string[], from: number, scope: Scope | null): { text: string; next: number } {
  let text = "";
  for (let index = from; index < parts.length; index++) {
    const part = parts[index]!;
    const action = actionOf(part);
    if (action === null) {
      text += part;
      continue;
    }
    if (action === "end" || action === "else") return { text, next: index };
    const range = /^range (\$\w+), (\$\w+) := (\S+)$/.exec(action);
    const condition = /^if (\S+)$/.exec(action)?.[1];
    if (range !== null) {
      const [, key = "", value = "", path = ""] = range;
      let { next } = renderFrom(parts, index + 1, null);
      if (scope !== null) {
        for (const [name, each] of Object.entries(evaluate(path, scope) as object)) {
          const inner = renderFrom(parts, index + 1, { ...scope, [key]: name, [value]: each });
          text += inner.text;
          ({ next } = inner);
        }
      }
      index = next;
    } else if (condition !== undefined) {
      const holds = scope !== null && Boolean(evaluate(condition, scope));
      const then = renderFrom(parts, index + 1, holds ? scope : null);
      const hasElse = parts[then.next]?.includes("else") === true;
      const otherwise = hasElse
        ? renderFrom(parts, then.next + 1, holds ? null : scope)
        : { text: "", next: then.next };
      text += holds ? then.text : otherwise.text;
      index = otherwise.next;
    } else if (scope !== null) text += textOf(evaluate(action, scope));
  }
  return { text: scope === null ? "" : text, next: parts.length };
}

function evaluate(expression: string, scope: Scope): unknown {
  let piped: readonly unknown[] = [];
  for (const stage of expression.split("|")) {
    const [head = "", ...rest] = stage.trim().match(/"[^"]*"|\S+/g) ?? [];
    const call = FUNCTIONS[head];
    if (call === undefined && (rest.length > 0 || piped.length > 0))
      throw new Error(`{{ ${expression} }}: what is ${head}?`);
    piped = [call === undefined ? valueOf(head, scope) : call(...rest.map((each) => valueOf(each, scope)), ...piped)];
  }
  return piped[0];
}

function valueOf(word: string, scope: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  const [variable = "", ...path] = word.split(".");
  if (!Object.hasOwn(scope, variable)) throw new Error(`there is no ${word}`);
  return path.reduce((value: unknown, key) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key))
      throw new Error(`there is no ${word}`);
    return (value as Scope)[key];
  }, scope[variable]);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`${JSON.stringify(value)} is no text`);
}
