/** Drawings that only a comparison needs. */
import { comparedCurvesChart } from "./ComparedCurves.tsx";

export { ComparedColumns } from "./ComparedColumns.tsx";
export { ComparedTable } from "./ComparedTable.tsx";
export const ComparedHours = comparedCurvesChart({ isSorted: false });
export const ComparedDurations = comparedCurvesChart({ isSorted: true });
