/** The dictionary of the model in English. */
export const en = {
  about:
    "The sliders, results, charts and areas of the model, by their names in both languages or by the keys of the API.",
  areas: "Areas",
  charts: "Charts",
  dataOf: (year: number) => `data of ${year}`,
  modelNotShared: "The server does not share its model, so there is nothing to list.",
  find: "Find in the model",
  kind: "Kind",
  more: (count: number) => `${count} more. Type a name or a key to find them.`,
  name: "Name and key",
  none: "Nothing found.",
  place: "Where",
  queries: "Results",
  sliders: "Sliders",
  source: "Definition and source",
  title: "Dictionary of the model",
  unit: "Unit",
};

export type DictionaryTexts = typeof en;
