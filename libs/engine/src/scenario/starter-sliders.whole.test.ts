/** Tests the included model (models/starter) in the areas that `npm test` omits: every slider affects a query. */
import { expect, test } from "vitest";
import { slidersWithoutEffect, OTHER_AREAS } from "./starter-sliders.fixture.ts";

test.each(OTHER_AREAS)(
  "every slider of %s changes a query, and energy is conserved with every technology in use",
  async (area) => {
    expect(await slidersWithoutEffect(area)).toEqual([]);
  },
);
