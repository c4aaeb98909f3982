import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOf } from "./lines.ts";

describe("a line of a process", () => {
  test("has its name before it, for people", () => {
    expect(lineOf("gateway-1", "ready after 2.7 s", "text")).toBe("gateway-1   | ready after 2.7 s");
  });

  test("stays the object that it is, with the name as a field, for programs", () => {
    const line = lineOf("compute-2", '{"level":"warn","ms":1.0,"msg":"busy"}', "json");
    expect(line).toBe('{"process":"compute-2","level":"warn","ms":1.0,"msg":"busy"}');
  });

  test("is JSON for programs, whatever a process wrote", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.oneof(fc.string(), fc.constantFrom("{", '{"a":', "{}", '{"a":1}')),
        (process, line) => {
          expect(JSON.parse(lineOf(process, line, "json"))).toMatchObject({ process });
        },
      ),
    );
  });
});
