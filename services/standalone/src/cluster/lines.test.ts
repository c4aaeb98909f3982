import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOf } from "./lines.ts";

describe("an output line of a process", () => {
  test("a text line is prefixed with the name of its process", () => {
    expect(lineOf("gateway-1", "ready after 2.7 s", "text")).toBe("gateway-1   | ready after 2.7 s");
  });

  test("a JSON line stays an object and gets the name as a field", () => {
    const line = lineOf("compute-2", '{"level":"warn","ms":1.0,"msg":"busy"}', "json");
    expect(line).toBe('{"process":"compute-2","level":"warn","ms":1.0,"msg":"busy"}');
  });

  test("a line that is not JSON is wrapped in a JSON object", () => {
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
