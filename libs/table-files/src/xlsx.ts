/**
 * Tables as workbooks (Office Open XML). The rows are compressed as they are generated, so that memory does not depend
 * on their number: `exceljs`, the common writer, is no longer maintained, and others need all cells in memory.
 */
import { type Cell, type Column, namesOf, type Row, type Table } from "@etesian/tables";
import {
  bookXml,
  DECLARATION,
  columnLetters,
  MAIN,
  ROW_LIMIT,
  numberXml,
  sheetName,
  sheetPath,
  STYLES,
  textXml,
  timeXml,
  ZipWriter,
} from "./office.ts";

/** Rows above the figures: names, units, descriptions. */
const HEADING_ROWS = 3;

/**
 * The workbook, compressed piece by piece. Rows beyond a sheet's limit continue on the next sheet. @param rowLimit
 * maximum number of rows of a sheet, including its heading
 */
export function* xlsxOf(table: Table, name: string, rowLimit = ROW_LIMIT): Generator<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter();
  const names: string[] = [];
  const rows = table.rows()[Symbol.iterator]();
  let next = rows.next();
  const sheet = function* (): Generator<string> {
    yield sheetStart(table.columns);
    for (let number = HEADING_ROWS + 1; next.done !== true && number <= rowLimit; next = rows.next(), number++)
      yield rowXml(next.value, number, table.columns);
    yield "</sheetData></worksheet>";
  };
  while (names.length === 0 || next.done !== true) {
    names.push(sheetName(name, names.length === 0 ? "" : ` ${names.length + 1}`));
    yield* zip.text(sheetPath(names.length), sheet());
  }
  for (const [path, xml] of Object.entries(bookXml(names))) yield* zip.text(path, [DECLARATION + xml]);
  yield* zip.end();
}

/** The XML before the first row of figures. The heading and the columns before the first figure are frozen. */
function sheetStart(columns: readonly Column[]): string {
  const names = namesOf(columns);
  const first = columns.findIndex(({ kind }) => kind === "figure");
  const fixedColumns = Math.max(first, 0);
  const widths = columns.map(({ kind }, index) => {
    const width = Math.min(Math.max(names[index]!.length + 2, kind === "figure" ? 12 : 18), 60);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const heading = [
    [names, STYLES.name],
    [columns.map(({ unit }) => unit), STYLES.note],
    [columns.map(({ description }) => description), STYLES.note],
  ] as const;
  const split = fixedColumns === 0 ? "" : `xSplit="${fixedColumns}" `;
  const pane = `${split}ySplit="${HEADING_ROWS}" topLeftCell="${columnLetters(fixedColumns)}${HEADING_ROWS + 1}"`;
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ${pane} activePane="${fixedColumns === 0 ? "bottomLeft" : "bottomRight"}" state="frozen"/></sheetView></sheetViews>` +
    `${columns.length === 0 ? "" : `<cols>${widths.join("")}</cols>`}<sheetData>` +
    heading
      .map(([texts, style], row) => {
        const cells = texts.map((text, index) =>
          text === null ? "" : textXml(`${columnLetters(index)}${row + 1}`, style, text),
        );
        return `<row r="${row + 1}">${cells.join("")}</row>`;
      })
      .join("")
  );
}

function rowXml(row: Row, number: number, columns: readonly Column[]): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < row.length; index++)
    xml += cellXml(`${columnLetters(index)}${number}`, row[index]!, columns[index]!.kind);
  return `${xml}</row>`;
}

function cellXml(address: string, cell: Cell, kind: Column["kind"]): string {
  if (cell === null || cell === "") return "";
  if (kind === "time") return timeXml(address, STYLES.time, String(cell));
  return typeof cell === "string" ? textXml(address, STYLES.plain, cell) : numberXml(address, cell);
}
