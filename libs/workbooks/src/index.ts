/**
 * Workbooks (XLSX): reading cells within limits, copies with additional sheets, and scenarios in the layout of pyetm.
 */
export {
  type BookPlan,
  HOURS,
  type Located,
  type PlannedScenario,
  type Reference,
  SHEETS,
  type RequestedResults,
} from "./layout/plan.ts";
export { planOf } from "./layout/reading.ts";
export { frame, sheetsOf, type WrittenScenario } from "./layout/writing.ts";
export { newBook, type NewCell, type NewSheet } from "./new-sheet.ts";
export { type CellPosition, positionText, WorkbookError } from "./problems.ts";
export { Workbook } from "./workbook.ts";
export { MAX_BYTES } from "./zip.ts";
