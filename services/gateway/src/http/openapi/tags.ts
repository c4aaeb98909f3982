/** Groups of operations, in recommended reading order. */
export const TAGS: { readonly [name: string]: string } = {
  Scenarios: "Create, read, change, interpolate, merge and delete scenarios; run queries.",
  Inputs: "Sliders of a scenario: ranges, defaults, units and values.",
  Exports:
    "Annual tables of a scenario as CSV and other formats: energy flows, costs, emissions, capacities; queries on many scenarios.",
  Workbooks: "Scenarios as XLSX files: run a workbook, or download scenarios as a workbook.",
  Curves: "Hourly results of a scenario: 8,760 rows as CSV and other formats, and the merit order.",
  "Custom curves": "Hourly curves that replace the model's: prices, profiles, weather.",
  Orders: "Priority lists of a scenario: the order of suppliers and of demands.",
  Couplings: "Groups of inputs that an external model sets.",
  Nodes: "Figures of nodes in the energy graph.",
  History: "A scenario over time: its changes, live events, earlier versions, previews.",
  Comments: "Comments on a scenario's sliders and charts, and the people viewing it.",
  Users: "People with a role in a scenario or a saved scenario.",
  "Saved scenarios": "Scenarios saved under a title, with versions and a trash.",
  Collections: "Groups of scenarios and saved scenarios.",
  Sweeps: "Many variants of a scenario, calculated and written to a table.",
  Model: "Areas and queries, which are the same for all scenarios.",
  "Featured scenarios": "Presets for all users, and versions of the model.",
  Account: "The account that the token belongs to.",
  Dumps: "Complete scenarios as JSON, to move them between servers.",
  ESDL: "Energy system descriptions stored with scenarios.",
};
