import { Evaluation } from "./evaluation.ts";
import { type GqueryText, QueryLibrary } from "./library.ts";
import type { Value } from "./world.ts";
import { FakeWorld, vocabulary } from "./world.fixture.ts";

/** The value of a query text in the fake world, by default in the present year. */
export function evaluate(text: string, year: "present" | "future" = "present"): Value {
  const { evaluation, library } = withQueries({});
  return evaluation.run(library.compileProgram(text), year);
}

/** An evaluation of gqueries given by key and text. */
export function withQueries(
  texts: Readonly<Record<string, string>>,
  otherQueries: readonly GqueryText[] = [],
): { evaluation: Evaluation; library: QueryLibrary; present: FakeWorld; future: FakeWorld } {
  const gqueries = Object.entries(texts).map(([key, query]) => ({ key, query, unit: null, deprecatedKey: null }));
  const library = QueryLibrary.compile([...gqueries, ...otherQueries], vocabulary);
  const present = new FakeWorld("present");
  const future = new FakeWorld("future");
  return { evaluation: new Evaluation(library, present, future), library, present, future };
}

/** Replaces objects by their keys; other values are unchanged. */
export function keys(value: Value): unknown {
  if (Array.isArray(value)) return value.map(keys);
  return typeof value === "object" && value !== null && "key" in value ? value.key : value;
}
