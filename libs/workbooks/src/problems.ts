/** Problems in a workbook, with their positions. */

/** A cell such as `B7` of a sheet; null for the whole sheet. */
export interface CellPosition {
  readonly sheet: string;
  readonly cell: string | null;
}

export interface BookProblem {
  /** Null for the whole file. */
  readonly position: CellPosition | null;
  readonly message: string;
}

/** The position as text, such as "SLIDER_SETTINGS!B7". */
export const positionText = ({ sheet, cell }: CellPosition): string => (cell === null ? sheet : `${sheet}!${cell}`);

const problemText = ({ position, message }: BookProblem): string =>
  position === null ? message : `${positionText(position)}: ${message}`;

/** Problems beyond this number are counted, not listed. */
const MAX_LISTED = 50;

/** Thrown if the file is not a workbook, is too large, or has cells that cannot be read as scenarios. */
export class WorkbookError extends Error {
  override readonly name = "WorkbookError";
  /** One sentence for each problem, with its position. */
  readonly sentences: readonly string[];

  constructor(problems: readonly BookProblem[]) {
    const listedProblems = problems.slice(0, MAX_LISTED).map(problemText);
    const unlistedCount = problems.length - listedProblems.length;
    const sentences =
      unlistedCount === 0
        ? listedProblems
        : [...listedProblems, `and ${unlistedCount} more of the ${problems.length} problems`];
    super(sentences.join("; "));
    this.sentences = sentences;
  }
}

export const workbookError = (message: string): WorkbookError => new WorkbookError([{ position: null, message }]);
