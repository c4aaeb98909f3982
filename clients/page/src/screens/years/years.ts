/** The components of the years screen, which most visits do not need. */
export { YearsHeader } from "./YearsHeader.tsx";
export { YearsPane } from "./YearsPane.tsx";
