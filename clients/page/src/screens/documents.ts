/** The server's documents that the page links to, by topic: files below `/docs/`, each with a heading's anchor. */
export const DOCUMENTS = {
  sliders: "planner.html#first-steps",
  charts: "planner.html#how-to-read-the-charts",
  hours: "page.html#hours",
  queries: "gql.html#the-query-language",
  years: "page.html#years",
  compare: "page.html#comparing",
  why: "page.html#why",
  versions: "page.html#versions-and-people",
  features: "page.html#features",
} as const;
export type Topic = keyof typeof DOCUMENTS;

export const documentAt = (topic: Topic): string => `/docs/${DOCUMENTS[topic]}`;
