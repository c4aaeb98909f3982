import { describe, expect, it } from "vitest";
import { memoryStorage } from "../account/personal-data.ts";
import { createOutbox, unsentEntries } from "./outbox.ts";

const change = (command: string, value: number) => ({
  command,
  changes: { wind: value },
  inverse: { wind: 0 },
  replacement: null,
  author: 3,
});

describe("the outbox of a scenario", () => {
  it("the outbox of a scenario returns changes in the order in which they were added, including another tab's", () => {
    const shared = memoryStorage();
    const [firstTab, secondTab] = [
      createOutbox(shared, 1, { now: () => 5 }),
      createOutbox(shared, 1, { now: () => 7 }),
    ];
    firstTab.add(change("b", 1));
    firstTab.add(change("a", 2));
    secondTab.add(change("0", 3));
    expect(firstTab.read().map(({ command }) => command)).toEqual(["b", "a", "0"]);
    expect(secondTab.read()).toEqual(firstTab.read());
  });

  it("the outbox of a scenario drops stored changes, and contains no changes to other scenarios", () => {
    const shared = memoryStorage();
    const [first, eleventh] = [createOutbox(shared, 1), createOutbox(shared, 11)];
    first.add(change("a", 1));
    eleventh.add(change("b", 2));
    first.remove("a");
    expect([first.read(), eleventh.read()]).toEqual([[], [change("b", 2)]]);
  });

  it("the outbox of a scenario hides other people's changes, and keeps guests' changes for the next person", () => {
    const shared = memoryStorage();
    const allChanges = createOutbox(shared, 1);
    allChanges.add(change("a", 1));
    allChanges.add({ ...change("b", 2), author: 4 });
    allChanges.add({ ...change("c", 3), author: null });
    const visibleTo = (person: number) =>
      createOutbox(shared, 1, { mayShow: (author) => author === null || author === person }).read();
    expect(visibleTo(3).map(({ command }) => command)).toEqual(["a", "c"]);
    expect(unsentEntries(shared, (author) => author !== 3).map(({ key }) => key)).toEqual(["etesian.unsent.1.b"]);
  });

  it("the outbox of a scenario skips an invalid entry, and works without the browser's storage", () => {
    const shared = memoryStorage();
    shared.setItem("etesian.unsent.1.x", "{bad");
    const fullStorage = {
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new Error("full");
      },
    };
    createOutbox(fullStorage, 1).add(change("a", 1));
    expect(createOutbox(shared, 1).read()).toEqual([]);
  });
});
