/** Reading the results of a sweep on a server and estimating from them: pure functions, for pages. */
export { readDescription, type DescribedSweep, type SweepDescription } from "./description.ts";
export { estimatesOf, type SweepEstimates } from "./estimates.ts";
export { readParquet } from "./parquet-rows.ts";
