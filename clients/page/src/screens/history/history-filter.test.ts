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

describe("the filter of changes", () => {
  test.each<readonly [string, Partial<HistoryFilter>, readonly number[]]>([
    ["an empty filter lists all", {}, [4, 3, 2]],
    ["by person", { person: "user:1" }, [3, 2]],
    ["by slider, also one of several", { slider: "wind" }, [4, 3]],
    ["from the start of a day", { from: "2026-11-03" }, [4, 3]],
    ["until the end of a day", { until: "2026-11-03" }, [3, 2]],
    ["on a single day", { from: "2026-11-03", until: "2026-11-03" }, [3]],
    ["no day after its end", { from: "2026-11-04", until: "2026-11-03" }, []],
    ["by words of the author and the slider", { find: "ada solar" }, [3, 2]],
    ["by all parts at once", { find: "lovelace", slider: "wind", until: "2026-11-03" }, [3]],
  ])("%s", (_, filter, expected) => expect(versions(filter)).toEqual(expected));
});

test("a time belongs to its day in the visitor's time zone", () => {
  expect([dayOf(at(3, 0)), dayOf(at(3, 23))]).toEqual(["2026-11-03", "2026-11-03"]);
});
