import type { Change } from "@etesian/client";
import { describe, expect, test } from "vitest";
import { dayOf, EMPTY_FILTER, filterChanges, type HistoryFilter, type ListedChange } from "./history-filter.ts";

/** A time in the visitor's time zone. */
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString();

const listed = (version: number, actor: string, sliders: readonly string[], time: string): ListedChange => ({
  name: sliders.map((key) => `Title of ${key}`).join(", "),
  keywords: `${sliders.join(" ")} ${actor === "user:1" ? "Ada Lovelace" : "Bob Jansen"}`,
  change: {
    version,
    time,
    actor,
    command: null,
    type: "inputs_set",
    data: { user_values: Object.fromEntries(sliders.map((key) => [key, 1])), balanced_values: {}, reset: [] },
  } as unknown as Change,
});
const CHANGES = [
  listed(4, "user:2", ["wind"], at(4, 0)),
  listed(3, "user:1", ["solar", "wind"], at(3, 23)),
  listed(2, "user:1", ["solar"], at(2, 12)),
];

const versions = (filter: Partial<HistoryFilter>): readonly number[] =>
  filterChanges(CHANGES, { ...EMPTY_FILTER, ...filter }).map(({ change }) => change.version);

describe("the history's filter", () => {
  test.each<readonly [string, Partial<HistoryFilter>, readonly number[]]>([
    ["lists all changes if it is empty", {}, [4, 3, 2]],
    ["selects a person's changes", { person: "user:1" }, [3, 2]],
    ["selects a slider's changes, including moves of several sliders", { slider: "wind" }, [4, 3]],
    ["begins at the start of a day", { from: "2026-11-03" }, [4, 3]],
    ["ends at the end of a day", { until: "2026-11-03" }, [3, 2]],
    ["selects a single day", { from: "2026-11-03", until: "2026-11-03" }, [3]],
    ["lists no changes if its last day is before its first", { from: "2026-11-04", until: "2026-11-03" }, []],
    ["searches for words in the author's name and the slider's title", { find: "ada solar" }, [3, 2]],
    ["combines all conditions", { find: "lovelace", slider: "wind", until: "2026-11-03" }, [3]],
  ])("the filter %s", (_, filter, expected) => expect(versions(filter)).toEqual(expected));
});

test("a time belongs to its day in the visitor's time zone", () => {
  expect([dayOf(at(3, 0)), dayOf(at(3, 23))]).toEqual(["2026-11-03", "2026-11-03"]);
});
