/** The components of the screen of years, which most visits do not need. */
export { YearsHeader } from "./YearsHeader.tsx";
export { YearsPane } from "./YearsPane.tsx";
