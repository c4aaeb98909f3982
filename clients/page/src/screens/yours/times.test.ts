import { expect, test } from "vitest";
import { formatAgo, dayOf } from "./times.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T11:59:30Z", "just now", "just now"],
  ["2026-03-10T11:56:00Z", "4 minutes ago", "4 minuten geleden"],
  ["2026-03-10T07:00:00Z", "5 hours ago", "5 uur geleden"],
  ["2026-03-08T12:00:00Z", "8 Mar 2026", "8 mrt 2026"],
])("a time within a day is relative, an earlier one is a date: %s", (iso, en, nl) => {
  expect([formatAgo(iso, "en", "just now", NOW), formatAgo(iso, "nl", "just now", NOW)]).toEqual([en, nl]);
  expect(dayOf("2026-12-01T10:00:00Z", "en")).toBe("1 Dec 2026");
});
