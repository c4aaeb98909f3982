import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claim, DeadlineQueue } from "./deadline-queue.ts";

interface NamedClaim extends Claim {
  readonly name: string;
}

const CHEAP = 50;
const EXPENSIVE = 2_000;

/** A queue whose clock the test controls. */
function controlledQueue() {
  let time = 0;
  const queue = new DeadlineQueue<NamedClaim>(() => time);
  return {
    queue,
    advance: (ms: number) => (time += ms),
    add: (name: string, client: string, cost: number) => queue.add({ name, client, cost }),
    next: () => queue.take(() => true)?.name ?? null,
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
  add("cheap, other client", "y", CHEAP);
  add("cheap, same client", "x", CHEAP);
  expect([next(), next(), next()]).toEqual(["cheap, other client", "cheap, same client", "expensive"]);
});

test("an expensive task does not starve behind later cheap ones", () => {
  const { add, next, advance } = controlledQueue();
  add("expensive", "x", EXPENSIVE);
  let servedTasks = 0;
  for (; servedTasks < 1_000; servedTasks++) {
    add("cheap", `client ${servedTasks}`, CHEAP);
    if (next() === "expensive") break;
    advance(CHEAP);
  }
  // Ten times the difference in cost.
  expect(servedTasks * CHEAP).toBe(10 * (EXPENSIVE - CHEAP));
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
  const { queue, add, next } = controlledQueue();
  add("a", "x", CHEAP);
  add("b", "y", CHEAP);
  add("c", "z", CHEAP);
  const order: string[] = [];
  const b = queue.take(({ name }, earlierItems) => name === "b" && earlierItems().length === 1)!;
  expect(b.name).toBe("b");
  expect(queue.remove(b)).toBe(false);
  queue.add(b);
  expect(queue.remove(b)).toBe(true);
  for (let name = next(); name !== null; name = next()) order.push(name);
  expect(order).toEqual(["a", "c"]);
});

test("every task is served once, and a client's equal tasks in order of arrival", () => {
  const claim = fc.record({ client: fc.constantFrom("x", "y", "z"), cost: fc.constantFrom(1, CHEAP, EXPENSIVE) });
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 40 }), (claims) => {
      const { queue, advance } = controlledQueue();
      for (const [index, { client, cost }] of claims.entries()) {
        queue.add({ name: String(index).padStart(3, "0"), client, cost });
        advance(1);
      }
      const servedItems: NamedClaim[] = [];
      for (let item = queue.take(() => true); item !== null; item = queue.take(() => true)) servedItems.push(item);
      expect(servedItems.map(({ name }) => name).toSorted()).toEqual(claims.map((_, n) => String(n).padStart(3, "0")));
      for (const client of ["x", "y", "z"]) {
        for (const cost of [1, CHEAP, EXPENSIVE]) {
          const names = servedItems
            .filter((item) => item.client === client && item.cost === cost)
            .map(({ name }) => name);
          expect(names).toEqual(names.toSorted());
        }
      }
    }),
  );
});
