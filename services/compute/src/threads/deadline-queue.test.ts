import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claim, DeadlineQueue } from "./deadline-queue.ts";

interface Named extends Claim {
  readonly name: string;
}

const CHEAP = 50;
const EXPENSIVE = 2_000;

/** A queue whose clock the test controls. */
function controlledQueue() {
  let time = 0;
  const waiting = new DeadlineQueue<Named>(() => time);
  return {
    waiting,
    pass: (ms: number) => (time += ms),
    add: (name: string, client: string, cost: number) => waiting.add({ name, client, cost }),
    next: () => waiting.take(() => true)?.name ?? null,
  };
}

test("equal tasks are served in order of arrival", () => {
  const { add, next } = controlledQueue();
  for (const name of ["a", "b", "c"]) add(name, name, CHEAP);
  expect([next(), next(), next(), next()]).toEqual(["a", "b", "c", null]);
});

test("a cheap task runs before an expensive one, even of the same client", () => {
  const { add, next } = controlledQueue();
  add("expensive", "x", EXPENSIVE);
  add("cheap of another", "y", CHEAP);
  add("cheap of the same", "x", CHEAP);
  expect([next(), next(), next()]).toEqual(["cheap of another", "cheap of the same", "expensive"]);
});

test("an expensive task does not starve behind later cheap ones", () => {
  const { add, next, pass } = controlledQueue();
  add("expensive", "x", EXPENSIVE);
  let before = 0;
  for (; before < 1_000; before++) {
    add("cheap", `client ${before}`, CHEAP);
    if (next() === "expensive") break;
    pass(CHEAP);
  }
  // Ten times the difference in cost.
  expect(before * CHEAP).toBe(10 * (EXPENSIVE - CHEAP));
});

test("a flooding client waits behind a single request", () => {
  const { add, next } = controlledQueue();
  for (let n = 0; n < 20; n++) add(`flood ${n}`, "x", EXPENSIVE);
  add("one", "y", EXPENSIVE);
  expect([next(), next()]).toEqual(["flood 0", "one"]);
});

test("a flood of cheap tasks does not delay another client's task", () => {
  const { add, next } = controlledQueue();
  for (let n = 0; n < 200; n++) add(`flood ${n}`, "x", CHEAP);
  add("one", "y", CHEAP);
  expect([next(), next()]).toEqual(["flood 0", "one"]);
});

test("the earliest fitting task is taken, and removed tasks are not", () => {
  const { waiting, add, next } = controlledQueue();
  add("a", "x", CHEAP);
  add("b", "y", CHEAP);
  add("c", "z", CHEAP);
  const seen: string[] = [];
  const b = waiting.take(({ name }, before) => name === "b" && before().length === 1)!;
  expect(b.name).toBe("b");
  expect(waiting.remove(b)).toBe(false);
  waiting.add(b);
  expect(waiting.remove(b)).toBe(true);
  for (let name = next(); name !== null; name = next()) seen.push(name);
  expect(seen).toEqual(["a", "c"]);
});

test("every task is served once, and a client's equal tasks in order of arrival", () => {
  const claim = fc.record({ client: fc.constantFrom("x", "y", "z"), cost: fc.constantFrom(1, CHEAP, EXPENSIVE) });
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 40 }), (claims) => {
      const { waiting, pass } = controlledQueue();
      for (const [index, { client, cost }] of claims.entries()) {
        waiting.add({ name: String(index).padStart(3, "0"), client, cost });
        pass(1);
      }
      const served: Named[] = [];
      for (let item = waiting.take(() => true); item !== null; item = waiting.take(() => true)) served.push(item);
      expect(served.map(({ name }) => name).toSorted()).toEqual(claims.map((_, n) => String(n).padStart(3, "0")));
      for (const client of ["x", "y", "z"]) {
        for (const cost of [1, CHEAP, EXPENSIVE]) {
          const names = served.filter((item) => item.client === client && item.cost === cost).map(({ name }) => name);
          expect(names).toEqual(names.toSorted());
        }
      }
    }),
  );
});
