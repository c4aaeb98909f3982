/** Scenarios: create, read, list, change, ask, delete. */
import type { Resource } from "../row.ts";

export const scenarios: Resource = {
  name: "scenarios",
  model: "village",
  rows: [
    {
      rule: "without a body: the default area, 2050, all fields",
      source: "4.1",
      send: "POST /scenarios",
      answer: {
        status: 200,
        body: {
          title: "API",
          area_code: "village",
          start_year: 2020,
          end_year: 2050,
          source: null,
          scaling: null,
          private: false,
          keep_compatible: false,
          read_only: false,
          template: null,
          ordering: null,
          display_group: null,
          user_values: {},
          metadata: {},
          active_couplings: [],
          inactive_couplings: [],
        },
      },
    },
  ],
};
