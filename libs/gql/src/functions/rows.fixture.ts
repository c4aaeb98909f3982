/** Table-driven tests of the language, with one query text per row. */
import { expect, it } from "vitest";
import { evaluate, keys } from "../evaluate.fixture.ts";

export const symbol = (name: string): symbol => Symbol.for(name);
export const curve = (...values: number[]): Float64Array => Float64Array.from(values);

/** Rows of query text and expected value; objects are compared by key. */
export function table(rows: readonly (readonly [text: string, expected: unknown])[]): void {
  it.each(rows)("%s", (text, expected) => {
    expect(keys(evaluate(text))).toEqual(expected);
  });
}

/** Rows of query text and error message. */
export function errors(rows: readonly (readonly [text: string, message: string | RegExp])[]): void {
  it.each(rows)("%s throws", (text, message) => {
    expect(() => evaluate(text)).toThrow(message);
  });
}
