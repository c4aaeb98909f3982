/** User-defined queries in English. */
export const en = {
  about: "A query in the model’s language GQL. The chart next to it shows the result, and the URL contains the query.",
  chooseHours: "The result is a curve of hours: choose Hours.",
  documentation: "About the language",
  fault: (line: number, column: number) => `Line ${line}, column ${column}: `,
  goTo: "Go to the error",
  hours: "Hours",
  kinds: {
    attribute: "attribute",
    carrier: "carrier",
    function: "function",
    group: "group",
    node: "node",
    query: "query",
  },
  names: "Names",
  queryTooLong: "The query is too long for the URL. Shorten it, or remove another custom chart.",
  chooseYears: "The result is a number: choose Years.",
  onlyInBrowser: "Custom queries need the calculation in this browser, which is not available.",
  query: "Query",
  remove: "Remove the chart",
  result: "Result",
  resolution: "Show by",
  title: "Custom query",
  chartTitle: "Title",
  unit: "Unit",
  years: "Years",
};

export type OwnTexts = typeof en;
