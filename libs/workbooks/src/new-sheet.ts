/** New sheets: rows of cells below a heading. */
import { DECLARATION, columnLetters, MAIN, numberXml, sheetName, STYLES, textXml } from "@etesian/table-files/office";
import { bookXml, sheetPath, ZipWriter } from "@etesian/table-files/office";

export type NewCell = string | number | bigint | boolean | null;

export interface NewSheet {
  readonly name: string;
  /** Number of frozen rows at the top. */
  readonly headingRows: number;
  /** Number of frozen columns on the left. */
  readonly fixedColumns: number;
  readonly rows: Iterable<readonly NewCell[]>;
}

/** A new workbook, compressed piece by piece. The names of its sheets must be unique within 31 characters. */
export function* newBook(sheets: readonly NewSheet[]): Generator<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter();
  for (const [index, sheet] of sheets.entries()) yield* zip.text(sheetPath(index + 1), sheetXml(sheet, STYLES.name));
  const names = sheets.map(({ name }) => sheetName(name));
  for (const [path, xml] of Object.entries(bookXml(names))) yield* zip.text(path, [DECLARATION + xml]);
  yield* zip.end();
}

/** The file of a sheet. @param headingStyle the style of the cells in its heading */
export function* sheetXml(sheet: NewSheet, headingStyle: number): Generator<string> {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}">${viewOf(sheet)}`;
  yield* sheetData(sheet, headingStyle);
  yield "</worksheet>";
}

/** The rows of a sheet, as the `sheetData` element. */
export function* sheetData({ rows, headingRows }: NewSheet, headingStyle: number): Generator<string> {
  yield "<sheetData>";
  let number = 0;
  for (const row of rows) {
    number += 1;
    const style = number <= headingRows ? headingStyle : STYLES.plain;
    let xml = `<row r="${number}">`;
    for (let column = 0; column < row.length; column++)
      xml += cellXml(`${columnLetters(column)}${number}`, row[column]!, style);
    yield `${xml}</row>`;
  }
  yield "</sheetData>";
}

function cellXml(address: string, cell: NewCell, style: number): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") return textXml(address, style, cell);
  return typeof cell === "boolean" ? `<c r="${address}" t="b"><v>${cell ? 1 : 0}</v></c>` : numberXml(address, cell);
}

/** The frozen part, and columns wide enough for keys. */
function viewOf({ headingRows, fixedColumns }: NewSheet): string {
  const first = `${columnLetters(fixedColumns)}${headingRows + 1}`;
  const split = `${fixedColumns === 0 ? "" : `xSplit="${fixedColumns}" `}${headingRows === 0 ? "" : `ySplit="${headingRows}" `}`;
  const active = fixedColumns === 0 ? "bottomLeft" : headingRows === 0 ? "topRight" : "bottomRight";
  const pane = split === "" ? "" : `<pane ${split}topLeftCell="${first}" activePane="${active}" state="frozen"/>`;
  return (
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultColWidth="16" defaultRowHeight="15"/>` +
    (fixedColumns === 0 ? "" : `<cols><col min="1" max="${fixedColumns}" width="44" customWidth="1"/></cols>`)
  );
}
