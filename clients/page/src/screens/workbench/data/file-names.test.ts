import { expect, it } from "vitest";
import { fileNameOf } from "./file-names.ts";

it("a file name contains the scenario's title, the area and the year", () => {
  const origin = { title: "Énergie 2050: more wind!", area: "GM0344_utrecht", endYear: 2050 };
  expect(fileNameOf(origin, "electricity_mix", "csv")).toBe(
    "energie-2050-more-wind_gm0344_utrecht_2050_electricity_mix.csv",
  );
  expect(fileNameOf({ ...origin, title: "" }, "hourly", "png")).toBe("gm0344_utrecht_2050_hourly.png");
});
