import { expect, test } from "vitest";
import type { Input } from "@etesian/client";
import type { Slider } from "@etesian/interface";
import { csvOfSliders } from "./sliders-file.ts";

test("a file of sliders contains the sliders that are set, in the displayed units, with their start values", () => {
  const wind = { title: "Wind, at sea", unit: "GW", factor: 0.001 } as Slider;
  const inputs = new Map([
    ["wind", { default: 3_460 } as Input],
    ["model", { default: "old" } as Input],
  ]);
  const file = csvOfSliders(
    { userValues: { wind: 21_500.1, model: "new", gone: 5 } },
    { inputs, sliders: new Map([["wind", wind]]) },
  );
  expect(file).toBe(
    'key,name,unit,value,start\ngone,gone,,5,\nmodel,model,,new,old\nwind,"Wind, at sea",GW,21.5001,3.46\n',
  );
});
