import { expect, it } from "vitest";
import { Notebook } from "./notebook.ts";

it("a trace that starts within another raises, and leaves the outer one unchanged", () => {
  const notebook = new Notebook();
  const notes = notebook.beginTrace();
  notes.read("number", 1, "demand", 5, null);
  expect(() => notebook.beginTrace()).toThrow("within another");
  expect(notes.take().numbers).toEqual([5]);
  notebook.endTrace();
  expect(notebook.beginTrace().take().numbers).toEqual([]);
});

it("a trace that ends in an error does not affect the next one", () => {
  const notebook = new Notebook();
  notebook.beginTrace().read("number", 1, "demand", 5, null);
  notebook.endTrace();
  expect(notebook.beginTrace().length).toBe(0);
});

it("a log of writes that starts within another raises, and the outer writes are rolled back", () => {
  const notebook = new Notebook();
  const numbers = Float64Array.of(1, 2);
  const log = notebook.beginUndo();
  log.note(numbers, 0);
  numbers[0] = 9;
  expect(() => notebook.beginUndo()).toThrow("within others");
  notebook.endUndo();
  expect(numbers).toEqual(Float64Array.of(1, 2));
});
