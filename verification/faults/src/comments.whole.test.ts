/** Runs `npm run faults -- comments` with two rounds: a public and a private scenario. */
import { expect, test } from "vitest";
import { commentsDuringKills } from "./comments.ts";

test("comments are neither lost nor added twice, and hidden from removed people, while both processes are killed", async () => {
  const lines: string[] = [];
  const problems = await commentsDuringKills.run(
    (line) => lines.push(line),
    2,
    () => false,
  );
  expect(problems).toEqual([]);
  expect(lines.join("; ")).toMatch(/[1-9]\d* comments of 4 people, 4 kills/);
}, 900_000);
