/** The cells of a sheet. */
import { columnLetters } from "@etesian/table-files/office";
import { workbookError, type CellPosition } from "./problems.ts";
import { readXml } from "./xml.ts";

/** Excel's error in a cell, such as `#DIV/0!`. */
export interface CellError {
  readonly error: string;
}
export type CellValue = string | number | boolean | CellError;

/** A row with its filled cells by column, counted from 0. Cells with blank strings or `#N/A` are treated as empty. */
export interface SheetRow {
  /** Counted from 1. */
  readonly number: number;
  readonly cells: ReadonlyMap<number, CellValue>;
}

export interface Sheet {
  readonly name: string;
  /** Rows with a filled cell, in order. */
  readonly rows: readonly SheetRow[];
}

export const positionOf = ({ name }: Pick<Sheet, "name">, row: number, column: number): CellPosition => ({
  sheet: name,
  cell: `${columnLetters(column)}${row}`,
});

/** Maximum columns and rows of a sheet in the format. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** Maximum number of filled cells in all sheets that are read. */
export const MAX_CELLS = 2_000_000;
const NOT_AVAILABLE = "#N/A";
const ADDRESS = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** Counts the filled cells of all sheets of a workbook. */
export class CellCount {
  #cells = 0;
  readonly #maxCells: number;

  constructor(maxCells = MAX_CELLS) {
    this.#maxCells = maxCells;
  }

  add(): void {
    this.#cells += 1;
    if (this.#cells > this.#maxCells)
      throw workbookError(
        `The sheets of the workbook have more than ${this.#maxCells.toLocaleString("en")} filled cells`,
      );
  }
}

/** Reads a sheet. Rejects with `WorkbookError`. */
export async function readSheet(
  name: string,
  file: { readonly path: string; readonly content: Buffer },
  sharedTexts: readonly string[],
  count: CellCount,
): Promise<Sheet> {
  const rows: { number: number; cells: Map<number, CellValue> }[] = [];
  let [row, column, type, text] = [0, -1, "n", ""];
  let isText = false;
  let isPhonetic = false;
  const finish = (): void => {
    const value = valueOf(type, text, sharedTexts, positionOf({ name }, row, column));
    if (value === null) return;
    count.add();
    rows.at(-1)!.cells.set(column, value);
  };
  await readXml(file.path, file.content, {
    open(element, attributes) {
      switch (element) {
        case "row":
          row = attributes["r"] === undefined ? row + 1 : parseRowNumber(attributes["r"], row, name);
          column = -1;
          rows.push({ number: row, cells: new Map() });
          return;
        case "c":
          column = attributes["r"] === undefined ? column + 1 : parseColumn(attributes["r"], row, name);
          if (column >= MAX_COLUMNS || rows.length === 0) throw workbookError(`${name} has a cell outside its rows`);
          type = attributes["t"] ?? "n";
          text = "";
          return;
        case "v":
        case "t":
          isText = !isPhonetic;
          return;
        case "rPh":
          isPhonetic = true;
      }
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(element) {
      if (element === "v" || element === "t") isText = false;
      else if (element === "rPh") isPhonetic = false;
      else if (element === "c") finish();
    },
  });
  return { name, rows: rows.filter(({ cells }) => cells.size > 0) };
}

/** Parses a row number. It must be larger than the previous one, so that each row occurs once. */
function parseRowNumber(text: string, previous: number, sheet: string): number {
  const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  if (number <= previous || number > MAX_ROWS)
    throw workbookError(`${sheet} has a row ${text.slice(0, 20)} after row ${previous}`);
  return number;
}

function parseColumn(text: string, row: number, sheet: string): number {
  const [, letters = "", rowText] = ADDRESS.exec(text) ?? [];
  if (Number(rowText) !== row) throw workbookError(`${sheet} has a cell ${text.slice(0, 20)} in row ${row}`);
  return Array.from(letters, (letter) => letter.codePointAt(0)! - 64).reduce((sum, digit) => sum * 26 + digit, 0) - 1;
}

function valueOf(type: string, text: string, sharedTexts: readonly string[], position: CellPosition): CellValue | null {
  switch (type) {
    case "n": {
      if (text.trim() === "") return null;
      const number = Number(text);
      if (!Number.isFinite(number))
        throw workbookError(`${position.sheet}!${position.cell!} is not a number: ${text.slice(0, 40)}`);
      return number;
    }
    case "b":
      return text.trim() === "1";
    case "e":
      return text.trim() === NOT_AVAILABLE ? null : { error: text.trim() };
    case "s": {
      const string = sharedTexts[Number(text)];
      if (string === undefined)
        throw workbookError(`${position.sheet}!${position.cell!} refers to a string that the workbook lacks`);
      return string.trim() === "" ? null : string;
    }
    default:
      return text.trim() === "" ? null : text;
  }
}

/** The strings that cells share. Rejects with `WorkbookError`. */
export async function readSharedTexts(path: string, content: Buffer): Promise<readonly string[]> {
  const texts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  await readXml(path, content, {
    open(element) {
      if (element === "si") texts.push("");
      else if (element === "t") isText = !isPhonetic;
      else if (element === "rPh") isPhonetic = true;
    },
    text(piece) {
      if (isText) texts[texts.length - 1] += piece;
    },
    close(element) {
      if (element === "t") isText = false;
      else if (element === "rPh") isPhonetic = false;
    },
  });
  return texts;
}
