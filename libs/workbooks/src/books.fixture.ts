/** Workbooks for tests, created with another library. */
import ExcelJS from "exceljs";

export type Cells = readonly (readonly ExcelJS.CellValue[])[];

/** A workbook with these sheets; `change` edits it before it is written. */
export async function bookOf(
  sheets: { readonly [name: string]: Cells },
  change: (book: ExcelJS.Workbook) => void = () => {},
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(name);
    for (const row of rows) sheet.addRow([...row]);
  }
  change(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Cells of a sheet as another library reads them; undefined if the workbook lacks the sheet. */
export async function readCells(
  content: Uint8Array,
  name: string,
): Promise<readonly (readonly unknown[])[] | undefined> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(content as unknown as ExcelJS.Buffer);
  const rows: unknown[][] = [];
  book.getWorksheet(name)?.eachRow({ includeEmpty: true }, (row) => {
    rows.push(Array.from({ length: row.cellCount }, (_, column) => row.getCell(column + 1).value));
  });
  return book.getWorksheet(name) === undefined ? undefined : rows;
}

export const MAIN_ROW = ["BASE", "nl", 2040] as const;
export const MAIN: Cells = [["short_name", "area_code", "end_year"], MAIN_ROW];
