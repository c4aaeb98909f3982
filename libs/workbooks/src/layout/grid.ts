/** A sheet as a heading and columns below it. */
import type { BookProblem, CellPosition } from "../problems.ts";
import { type CellValue, positionOf, type Sheet, type SheetRow } from "../sheet.ts";

export interface GridColumn {
  readonly name: string;
  /** The scenario above the name, if a sheet has blocks of columns for scenarios; otherwise null. */
  readonly block: string | null;
  readonly column: number;
  readonly position: CellPosition;
}

export interface Grid {
  readonly sheet: Sheet;
  readonly columns: readonly GridColumn[];
  /** Rows below the heading that have a cell. */
  readonly rows: readonly SheetRow[];
  /** Number of the last row of the heading. */
  readonly headingEnd: number;
}

/** The label that marks a heading of two rows: scenarios above names. */
const SCENARIO = "scenario";

/** A cell as text; for an error, its name. */
export const textOfCell = (value: CellValue | undefined): string =>
  value === undefined ? "" : typeof value === "object" ? value.error : String(value).trim();

/**
 * The grid of a sheet whose first filled row is the heading. If its first label is `scenario`, or it has only names of
 * scenarios, the heading has two rows: scenarios, each of which applies up to the next one, and names.
 * @param isScenario whether a label names a scenario; null if a heading of scenarios has no second row
 */
export function gridOf(sheet: Sheet, isScenario: ((label: string) => boolean) | null): Grid {
  const [first, second] = sheet.rows;
  if (first === undefined) return { sheet, columns: [], rows: [], headingEnd: 0 };
  const labels = [...first.cells]
    .toSorted(([a], [b]) => a - b)
    .map(([column, cell]) => [column, textOfCell(cell)] as const);
  const contentLabels = labels.filter(([, label]) => !isHelper(label));
  // The column of this label, and columns to its left, contain the names of the rows.
  const marker = labels[0]?.[1].toLowerCase() === SCENARIO ? labels[0][0] : -1;
  const hasBlocks =
    marker >= 0 ||
    (isScenario !== null && contentLabels.length > 0 && contentLabels.every(([, label]) => isScenario(label)));
  if (!hasBlocks) {
    const columns = labels.map(([column, name]) => ({
      name,
      block: null,
      column,
      position: positionOf(sheet, first.number, column),
    }));
    return { sheet, columns, rows: sheet.rows.slice(1), headingEnd: first.number };
  }
  const columns: GridColumn[] = [];
  for (const [column, cell] of [...(second?.cells ?? [])].toSorted(([a], [b]) => a - b)) {
    const block = labels.findLast(([start]) => start <= column && start > marker)?.[1] ?? null;
    if (column > marker && block !== null)
      columns.push({ name: textOfCell(cell), block, column, position: positionOf(sheet, second!.number, column) });
  }
  return { sheet, columns, rows: sheet.rows.slice(2), headingEnd: second?.number ?? first.number };
}

const HELPERS = new Set(["", "helper", "index", "hour", "curves", "custom_curves", "sortables", "curve", "field"]);

/** Whether a label belongs to a column that numbers the rows or has notes. */
export const isHelper = (label: string): boolean => HELPERS.has(label.toLowerCase());

const TRUE = new Set(["true", "yes", "y", "1"]);
const FALSE = new Set(["false", "no", "n", "0"]);

/** A flag in any of the notations of workbooks; null for another value. */
export function parseFlag(value: CellValue): boolean | null {
  if (typeof value === "boolean") return value;
  const text = textOfCell(value).toLowerCase();
  return TRUE.has(text) ? true : FALSE.has(text) ? false : null;
}

/** A whole number, or its text, as a number; null for another value. */
export function parseWholeNumber(value: CellValue): number | null {
  const text = textOfCell(value);
  const number = typeof value === "number" ? value : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Collects problems, so that an author sees all of them at the same time. */
export class Problems {
  readonly list: BookProblem[] = [];

  add(position: CellPosition, message: string): null {
    this.list.push({ position, message });
    return null;
  }

  /** Adds a problem such as `expected a whole number, found "abc"`. */
  addExpected(position: CellPosition, value: CellValue, expectation: string): null {
    return this.add(position, `expected ${expectation}, found ${JSON.stringify(textOfCell(value).slice(0, 100))}`);
  }
}
