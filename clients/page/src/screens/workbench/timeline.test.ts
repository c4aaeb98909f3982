import { describe, expect, test } from "vitest";
import type { Change } from "@etesian/client";
import { authorOf, summaryOf, formatWhen } from "./change-texts.ts";
import {
  indexAfterKey,
  indexOfVersion,
  labelsOf,
  nearestChange,
  authorColours,
  tickPosition,
  visibleChanges,
} from "./timeline.ts";
import { en } from "../../texts/en.ts";

const change = (version: number, facts: Partial<Change> = {}): Change =>
  ({
    version,
    time: "2026-01-02T03:04:05.678Z",
    actor: "anonymous",
    type: "inputs_set",
    data: { user_values: { wind: 31_000 }, reset: [], balanced_values: {}, unbalanced: [] },
    ...facts,
  }) as Change;
const CHANGES = [1, 2, 5, 6].map((version) => change(version));

describe("a timeline", () => {
  test("a timeline has evenly spaced ticks, and finds the nearest one", () => {
    expect(CHANGES.map((_, index) => tickPosition(index, 4))).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect([-1, 0.1, 0.2, 0.5, 2].map((index) => nearestChange(CHANGES, index)?.version)).toEqual([1, 1, 2, 5, 6]);
    expect(nearestChange([], 0.5)).toBeNull();
    expect(nearestChange(CHANGES.slice(0, 1), 0.2)?.version).toBe(1);
  });

  test("a timeline omits administrative changes, which affect no figure", () => {
    const changes = [
      change(1, { type: "scenario_created" }),
      change(2, { type: "model_version_noted" }),
      change(3, { type: "metadata_replaced" }),
      change(4, { type: "order_set" }),
      change(5, { type: "version_tagged" }),
      change(6, { type: "kept_compatible" }),
    ];
    expect(visibleChanges(changes).map(({ version }) => version)).toEqual([1, 4, 5]);
  });

  test("a timeline labels named changes and the last one without overlap", () => {
    const named = new Set([1, 2, 8]);
    const changes = Array.from({ length: 12 }, (_, index) =>
      change(index + 1, named.has(index + 1) ? { type: "scenario_restored" } : {}),
    );
    const labels = labelsOf(changes, 1_320);
    expect(labels.map((label) => [label.change.version, label.x])).toEqual([
      [1, 0],
      [8, 840],
      [12, null],
    ]);
    expect(labels.every(({ x, maxWidth }) => x === null || x + maxWidth < 1_320 - 320)).toBe(true);
    expect(labelsOf(changes, 200).map((label) => label.change.version)).toEqual([12]);
    expect(labelsOf([], 200)).toEqual([]);
  });

  test("a version with a hidden change is placed at the previous change", () => {
    expect([1, 2, 4, 5, 9].map((version) => indexOfVersion(CHANGES, version))).toEqual([0, 1, 1, 2, 3]);
    expect(indexOfVersion([], 3)).toBe(0);
  });

  test("keys move the timeline by one change, by ten, by a tenth, or to its ends", () => {
    const to = (key: string, shift = false) => indexAfterKey(key, shift, 50, 101);
    expect(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"].map((key) => to(key))).toEqual([
      49, 51, 60, 40, 0, 100,
    ]);
    expect([to("ArrowLeft", true), to("ArrowUp", true), to("x")]).toEqual([40, 60, null]);
    expect(indexAfterKey("ArrowRight", false, 100, 101)).toBe(100);
  });

  test("a timeline has a colour for each person, in order of appearance", () => {
    const people = ["a", "b", "a", "c", "d", "e", "f"].map((actor, index) => change(index, { actor }));
    expect([...authorColours(people).values()]).toEqual([1, 2, 3, 4, 5, 1]);
  });
});

describe("the description of a change", () => {
  const locale = { texts: en, language: "en" as const };
  const slider = {
    title: "Wind at sea",
    isTitled: true,
    about: null,
    unit: "GW",
    unitName: "GW",
    factor: 1e-3,
    shown: null,
  };
  const textOf = (facts: Partial<Change>): string =>
    summaryOf(
      change(1, facts),
      { sliders: new Map([["wind", slider]]), areas: new Map([["nl", "Netherlands"]]) },
      locale,
    );
  const set = (user_values: object, reset: string[] = []): Partial<Change> =>
    ({ data: { user_values, reset, balanced_values: {}, unbalanced: [] } }) as Partial<Change>;

  test("a description names the slider, its value in the displayed unit, and the number of others moved", () => {
    expect(textOf({})).toBe("Wind at sea 31.0 GW");
    expect(textOf(set({ wind: 31_000, sun: 1, cars: 2 }))).toBe("Wind at sea 31.0 GW and 2 more");
    expect(textOf(set({}, ["wind"]))).toBe("Wind at sea reset");
    expect(textOf(set({ mode: "fast" }))).toBe("mode fast");
    expect(textOf({ type: "scenario_restored", data: { version: 7 } } as Partial<Change>)).toBe("Version 7 restored");
    expect(textOf({ type: "made_private", data: {} })).toBe("Made private");
    expect(
      textOf({ type: "scenario_created", data: { template: null, area: "nl", end_year: 2050 } } as Partial<Change>),
    ).toBe("Started from Netherlands 2050");
  });

  test("a description names the author as far as the visitor may know", () => {
    const author = (facts: Partial<Change>): string => authorOf(change(1, facts), locale);
    expect(author({ actor: "user:3", actor_name: "Jo" })).toBe("Jo");
    expect(["user:3", "user", "anonymous", "service:x"].map((actor) => author({ actor }))).toEqual([
      "User 3",
      "Signed-in user",
      "Guest",
      "Etesian",
    ]);
  });

  test("a description has a relative time within a day, and a date after that", () => {
    const time = new Date("2026-01-02T03:04:05.678Z").getTime();
    const when = (minutes: number): string => formatWhen(change(1), new Date(time + minutes * 60_000), locale);
    expect(when(0)).toBe("just now");
    // Abbreviations end with a full stop in some versions of the locale data.
    expect(when(5)).toMatch(/^5 min\.? ago$/);
    expect(when(180)).toMatch(/^3 hr\.? ago$/);
    expect(when(3 * 24 * 60)).toMatch(/2 Jan|Jan 2/);
  });
});
