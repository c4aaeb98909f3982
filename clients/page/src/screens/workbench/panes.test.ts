import { describe, expect, it } from "vitest";
import type { Chart, Slide } from "@etesian/interface";
import { followSlide, MAX_PANES, newPane, panesOf, readPanes, slideAddress, withChart, writePanes } from "./panes.ts";

const KEYS = ["mix", "gases", "price", "heat", "costs", "flows", "homes"];
const model = {
  charts: new Map(KEYS.map((key) => [key, { key } as Chart])),
  board: ["mix", "gases", "price", "flows"],
};
const slide = (chart: string | null): Slide => ({ chart }) as Slide;
const keysOf = (panes: readonly { readonly key: string }[]) => panes.map(({ key }) => key);

describe("panes in a URL", () => {
  it("a URL of panes keeps the view, the table, the compared curve and the pin of each chart", () => {
    const text = "mix,gases.difference,price.table.pinned,heat.today.table.delta,costs.side,flows.delta.curve:total";
    expect(writePanes(readPanes(text, model))).toBe(text);
    expect(readPanes(text, model)[2]).toEqual({
      key: "price",
      view: "future",
      isTable: true,
      compared: null,
      curve: null,
      isPinned: true,
    });
    expect(readPanes(text, model)[5]!.curve).toBe("total");
  });

  it("reading a URL of panes omits unknown and repeated charts and unknown settings", () => {
    expect(writePanes(readPanes("mix.upside,nothing,mix,heat.pinned.", model))).toBe("mix,heat.pinned");
  });

  it("the panes are the board's first three charts if the URL names none", () => {
    expect(keysOf(panesOf(undefined, null, model))).toEqual(["mix", "gases", "price"]);
    expect(panesOf("", null, model)).toEqual([]);
  });
});

describe("the pane of a slide", () => {
  it("the pane of a slide is the first unpinned one", () => {
    const panes = readPanes("mix.pinned,gases.difference,price", model);
    expect(writePanes(followSlide(panes, slide("heat"), model))).toBe("mix.pinned,heat,price");
    expect(keysOf(panesOf(undefined, slide("heat"), model))).toEqual(["heat", "gases", "price"]);
  });

  it("the pane of a slide does not change if a pane already shows the chart, if all are pinned, or if the slide has no chart", () => {
    const panes = readPanes("mix.pinned,gases.pinned", model);
    for (const chart of ["gases", "heat", null, "nothing"])
      expect(followSlide(panes, slide(chart), model)).toEqual(panes);
  });
});

describe("the URL of a slide", () => {
  const homes = { key: "homes", chart: "heat" } as Slide;
  const address = (search: object) => slideAddress(search, homes, { ...model, sections: [] });

  it("the URL of a slide shows its sliders and its chart, from every screen", () => {
    expect(
      address({ slide: "power", charts: "mix,gases", lock: "a", view: "hours", why: "costs", node: "plant", h: 7 }),
    ).toEqual({ slide: "homes", charts: "heat,gases", h: 7 });
  });

  it("the URL of the open slide keeps its locks, and no chart is added if the slide has none", () => {
    expect(address({ slide: "homes", charts: "heat", lock: "a" })).toEqual({
      slide: "homes",
      charts: "heat",
      lock: "a",
    });
    expect(slideAddress({}, slide(null), { ...model, sections: [] })).toEqual({});
  });
});

describe("a chart that is opened", () => {
  it("a chart that is opened replaces the first unpinned pane", () => {
    expect(writePanes(withChart(readPanes("mix.pinned,gases", model), "heat"))).toBe("mix.pinned,heat");
  });

  it("a chart that is opened gets a new pane if all are pinned, and replaces the last of six", () => {
    const pinned = KEYS.slice(0, MAX_PANES).map((key) => ({ ...newPane(key), isPinned: true }));
    expect(keysOf(withChart(pinned.slice(0, 2), "homes"))).toEqual(["mix", "gases", "homes"]);
    expect(keysOf(withChart(pinned, "homes"))).toEqual([...KEYS.slice(0, MAX_PANES - 1), "homes"]);
  });
});
