/** Problems of a workbook, with the place where its author finds them. */

/** A cell such as `B7` of a sheet; null for the whole sheet. */
export interface Place {
  readonly sheet: string;
  readonly cell: string | null;
}

export interface BookProblem {
  /** Null for the whole file. */
  readonly place: Place | null;
  readonly message: string;
}

/** "SLIDER_SETTINGS!B7". */
export const placeText = ({ sheet, cell }: Place): string => (cell === null ? sheet : `${sheet}!${cell}`);

const problemText = ({ place, message }: BookProblem): string =>
  place === null ? message : `${placeText(place)}: ${message}`;

/** Problems beyond this number are counted, not listed. */
const MAX_LISTED = 50;

/** The file is not a workbook, is too large, or has cells that cannot be read as scenarios. */
export class WorkbookError extends Error {
  override readonly name = "WorkbookError";
  /** Sentences with the places. */
  readonly sentences: readonly string[];

  constructor(problems: readonly BookProblem[]) {
    const listed = problems.slice(0, MAX_LISTED).map(problemText);
    const rest = problems.length - listed.length;
    const sentences = rest === 0 ? listed : [...listed, `and ${rest} more of the ${problems.length} problems`];
    super(sentences.join("; "));
    this.sentences = sentences;
  }
}

export const refused = (message: string): WorkbookError => new WorkbookError([{ place: null, message }]);
