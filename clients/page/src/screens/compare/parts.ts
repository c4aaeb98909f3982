/** The components of a comparison. */
export { CompareHeader } from "./CompareHeader.tsx";
export { ComparedPane } from "./ComparedPane.tsx";
export { Differences } from "./Differences.tsx";
