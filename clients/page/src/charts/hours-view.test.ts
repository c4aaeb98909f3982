import { expect, test } from "vitest";
import {
  afterHourKey,
  spanAround,
  selectHour,
  createHoursView,
  spanContaining,
  readHours,
  showUrlHours,
  showHoursAround,
  visibleSpan,
  spanOf,
  WHOLE_YEAR,
  writeHours,
  zoomSpan,
} from "./hours-view.ts";

test("the week around an hour starts at midnight and contains the hour, even at the ends of the year", () => {
  for (const hour of [0, 40, 497, 4_380, 8_759]) {
    const { from, to } = spanAround(hour, 168);
    expect([from % 24, to - from + 1, from <= hour && hour <= to]).toEqual([0, 168, true]);
  }
  expect(spanAround(497, 24)).toEqual({ from: 480, to: 503 });
});

test("a span stays within the year and never becomes shorter than six hours", () => {
  expect(spanOf(-20, 9_999)).toEqual(WHOLE_YEAR);
  expect(spanOf(8_758, 8_759)).toEqual({ from: 8_754, to: 8_759 });
  expect(spanOf(100.4, 101)).toEqual({ from: 100, to: 105 });
});

test("zooming keeps the hour at its position, and ends at the whole year", () => {
  expect(zoomSpan({ from: 400, to: 599 }, 500, 0.5)).toEqual({ from: 450, to: 549 });
  expect(zoomSpan({ from: 0, to: 167 }, 10, 1_000)).toEqual(WHOLE_YEAR);
});

test("arrows move by an hour, with Shift by a day, and the span follows the hour", () => {
  const state = { hour: 497, span: { from: 432, to: 599 } };
  expect(afterHourKey("ArrowRight", false, state)).toEqual({ ...state, hour: 498 });
  expect(afterHourKey("ArrowLeft", true, state)).toEqual({ ...state, hour: 473 });
  expect(afterHourKey("PageDown", false, state)).toEqual({ hour: 665, span: { from: 498, to: 665 } });
  expect(afterHourKey("Home", false, state)).toEqual({ hour: 0, span: { from: 0, to: 167 } });
  expect(afterHourKey("End", false, state)?.hour).toBe(8_759);
  expect(afterHourKey("0", false, state)).toEqual({ hour: 497, span: WHOLE_YEAR });
  expect(afterHourKey("x", false, state)).toBeNull();
});

test("a span that contains an hour does not move", () => {
  const span = { from: 10, to: 20 };
  expect(spanContaining(span, 15)).toBe(span);
  expect(spanContaining(span, 30)).toEqual({ from: 20, to: 30 });
  expect(spanContaining(span, 4)).toEqual({ from: 4, to: 14 });
});

test("hours survive a round trip through a URL", () => {
  for (const state of [
    { selectedHour: 497, span: null },
    { selectedHour: 0, span: { from: 0, to: 167 } },
    { selectedHour: null, span: { from: 432, to: 599 } },
  ])
    expect(readHours(writeHours(state)!)).toEqual(state);
  expect(writeHours({ selectedHour: null, span: null })).toBeUndefined();
  expect(readHours(497)).toEqual({ selectedHour: 497, span: null });
});

test("a URL without valid hours is ignored", () => {
  for (const text of ["", "8760", "12.900-9999", "12.30-20", "noon", "-4", "1.5"]) expect(readHours(text)).toBeNull();
});

test("a selected hour becomes visible in all charts, with its week or its day", () => {
  const view = createHoursView();
  selectHour(view, 100);
  expect(visibleSpan(view.getState())).toEqual({ from: 0, to: 167 });
  selectHour(view, 497);
  expect([view.getState().selectedHour, visibleSpan(view.getState())]).toEqual([497, { from: 330, to: 497 }]);
  showHoursAround(view, 497, 24);
  expect(visibleSpan(view.getState())).toEqual({ from: 480, to: 503 });
});

test("a URL with an hour initially shows the week around it", () => {
  const view = createHoursView({ selectedHour: 497 });
  expect(visibleSpan(view.getState())).toEqual(spanAround(497, 168));
  showUrlHours(view, { selectedHour: 5_000 });
  expect(visibleSpan(view.getState())).toEqual(spanAround(5_000, 168));
});
