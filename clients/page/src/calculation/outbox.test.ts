import { describe, expect, it } from "vitest";
import { memoryShelf } from "../account/personal-data.ts";
import { outboxIn, unsentOf } from "./outbox.ts";

const change = (command: string, value: number) => ({
  command,
  changes: { wind: value },
  inverse: { wind: 0 },
  exchange: null,
  maker: 3,
});

describe("the outbox of a scenario", () => {
  it("the outbox of a scenario returns changes in the order of adding, including another tab's", () => {
    const shared = memoryShelf();
    const [one, other] = [outboxIn(shared, 1, { now: () => 5 }), outboxIn(shared, 1, { now: () => 7 })];
    one.add(change("b", 1));
    one.add(change("a", 2));
    other.add(change("0", 3));
    expect(one.read().map(({ command }) => command)).toEqual(["b", "a", "0"]);
    expect(other.read()).toEqual(one.read());
  });

  it("the outbox of a scenario drops a stored change, and does not contain another scenario's", () => {
    const shared = memoryShelf();
    const [first, eleventh] = [outboxIn(shared, 1), outboxIn(shared, 11)];
    first.add(change("a", 1));
    eleventh.add(change("b", 2));
    first.remove("a");
    expect([first.read(), eleventh.read()]).toEqual([[], [change("b", 2)]]);
  });

  it("the outbox of a scenario hides other people's changes, and keeps guests' changes for the next person", () => {
    const shared = memoryShelf();
    const all = outboxIn(shared, 1);
    all.add(change("a", 1));
    all.add({ ...change("b", 2), maker: 4 });
    all.add({ ...change("c", 3), maker: null });
    const seenBy = (person: number) =>
      outboxIn(shared, 1, { mayShow: (maker) => maker === null || maker === person }).read();
    expect(seenBy(3).map(({ command }) => command)).toEqual(["a", "c"]);
    expect(unsentOf(shared, (maker) => maker !== 3).map(({ key }) => key)).toEqual(["etesian.unsent.1.b"]);
  });

  it("the outbox of a scenario skips an invalid entry, and works without the browser's storage", () => {
    const shared = memoryShelf();
    shared.setItem("etesian.unsent.1.x", "{bad");
    const full = {
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new Error("full");
      },
    };
    outboxIn(full, 1).add(change("a", 1));
    expect(outboxIn(shared, 1).read()).toEqual([]);
  });
});
