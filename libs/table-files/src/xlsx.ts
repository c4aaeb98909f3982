/**
 * Tables as workbooks (Office Open XML). The rows are compressed as they are generated, so that memory does not depend
 * on their number: `exceljs`, the common writer, is no longer maintained, and others need all cells at once.
 */
import { constants, deflateRawSync } from "node:zlib";
import { type Cell, type Column, namesOf, type Row, type Table } from "@etesian/tables";
import { strToU8, Zip, ZipPassThrough } from "fflate";

/** Maximum number of rows of a sheet in this format. Further rows continue on the next sheet. */
const MOST_ROWS = 1_048_576;
/** Maximum number of characters of a cell and of a sheet's name in this format. */
const MOST_CHARACTERS = 32_767;
const MOST_OF_NAME = 31;
/** Characters of XML that are compressed at a time. */
const PORTION = 128 * 1024;
/** Deflate, among the methods of Zip. */
const DEFLATED = 8;
/** Zip has no dates before 1980. */
const MTIME = "1980-01-01T00:00:00";

/** Places in the style sheet. */
const STYLES = { plain: 0, name: 1, time: 2, note: 3 } as const;
/** Rows above the figures: names, units, descriptions. */
const HEADING_ROWS = 3;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * The workbook, compressed piece by piece.
 * @param mostRows of a sheet, with its heading
 */
export function* xlsxOf(table: Table, name: string, mostRows = MOST_ROWS): Generator<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(new Uint8Array(bytes));
  });
  const entryOf = (path: string): Deflated => {
    const entry = new Deflated(path);
    entry.mtime = MTIME;
    zip.add(entry);
    return entry;
  };
  let sheets = 0;
  const rows = table.rows()[Symbol.iterator]();
  for (let next = rows.next(); sheets === 0 || next.done !== true;) {
    sheets += 1;
    const entry = entryOf(`xl/worksheets/sheet${sheets}.xml`);
    let text = sheetStart(table.columns);
    let number = HEADING_ROWS;
    for (; next.done !== true && number < mostRows; next = rows.next()) {
      number += 1;
      text += rowXml(next.value, number, table.columns);
      if (text.length < PORTION) continue;
      entry.push(strToU8(text));
      text = "";
      yield* ready.splice(0);
    }
    entry.push(strToU8(`${text}</sheetData></worksheet>`), true);
  }
  for (const [path, xml] of Object.entries(bookXml(name, sheets))) entryOf(path).push(strToU8(DECLARATION + xml), true);
  zip.end();
  yield* ready.splice(0);
}

/** A file of the workbook, compressed by Node, many times as fast as in JavaScript. */
class Deflated extends ZipPassThrough {
  override compression = DEFLATED;

  protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(deflateRawSync(chunk, { finishFlush })), final);
  }
}

/** Everything of a sheet before the first row of figures; the heading and the columns before the first figure stay in view. */
function sheetStart(columns: readonly Column[]): string {
  const names = namesOf(columns);
  const first = columns.findIndex(({ kind }) => kind === "figure");
  const fixed = Math.max(first, 0);
  const widths = columns.map(({ kind }, place) => {
    const width = Math.min(Math.max(names[place]!.length + 2, kind === "figure" ? 12 : 18), 60);
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  const heading = [
    [names, STYLES.name],
    [columns.map(({ unit }) => unit), STYLES.note],
    [columns.map(({ description }) => description), STYLES.note],
  ] as const;
  const split = fixed === 0 ? "" : `xSplit="${fixed}" `;
  const pane = `${split}ySplit="${HEADING_ROWS}" topLeftCell="${letters(fixed)}${HEADING_ROWS + 1}"`;
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ${pane} activePane="${fixed === 0 ? "bottomLeft" : "bottomRight"}" state="frozen"/></sheetView></sheetViews>` +
    `${columns.length === 0 ? "" : `<cols>${widths.join("")}</cols>`}<sheetData>` +
    heading
      .map(([texts, style], row) => {
        const cells = texts.map((text, place) =>
          text === null ? "" : textXml(`${letters(place)}${row + 1}`, style, text),
        );
        return `<row r="${row + 1}">${cells.join("")}</row>`;
      })
      .join("")
  );
}

function rowXml(row: Row, number: number, columns: readonly Column[]): string {
  let xml = `<row r="${number}">`;
  for (let place = 0; place < row.length; place++)
    xml += cellXml(`${letters(place)}${number}`, row[place]!, columns[place]!.kind);
  return `${xml}</row>`;
}

function cellXml(at: string, cell: Cell, kind: Column["kind"]): string {
  if (cell === null || cell === "") return "";
  if (kind === "time") return `<c r="${at}" s="${STYLES.time}"><v>${daysOf(String(cell))}</v></c>`;
  if (typeof cell === "string") return textXml(at, STYLES.plain, cell);
  if (typeof cell === "number" && !Number.isFinite(cell)) return `<c r="${at}" t="e"><v>#NUM!</v></c>`;
  return `<c r="${at}"><v>${cell}</v></c>`;
}

const textXml = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MOST_CHARACTERS))}</t></is></c>`;

const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no control characters except for tab and line ends. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Days since 30 December 1899, as spreadsheets count them. */
const daysOf = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`) / 86_400_000 + 25_569;

const LETTERS = 26;
const known: string[] = [];

/** The letters of a column: A, …, Z, AA, … */
function letters(place: number): string {
  const found = known[place];
  if (found !== undefined) return found;
  const last = String.fromCodePoint(65 + (place % LETTERS));
  return (known[place] = place < LETTERS ? last : letters(Math.floor(place / LETTERS) - 1) + last);
}

/** The other parts of a workbook, by path. */
function bookXml(name: string, sheets: number): { readonly [path: string]: string } {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const title = name.replaceAll(/[[\]:*?/\\]/g, "_");
  const titleOf = (number: number): string => {
    const end = number === 1 ? "" : ` ${number}`;
    return escaped(title.slice(0, MOST_OF_NAME - end.length) + end);
  };
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const cellStyle = (numberFormat: number, font: number): string =>
    `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  return {
    "[Content_Types].xml":
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      numbers
        .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
        .join("") +
      "</Types>",
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relation("book", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml":
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      numbers.map((number) => `<sheet name="${titleOf(number)}" sheetId="${number}" r:id="sheet${number}"/>`).join("") +
      "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels":
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      numbers.map((number) => relation(`sheet${number}`, "worksheet", `worksheets/sheet${number}.xml`)).join("") +
      `${relation("styles", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml":
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
      '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>' +
      '<font><i/><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      // In the order of `STYLES`.
      `<cellXfs count="4">${cellStyle(0, 0)}${cellStyle(0, 1)}${cellStyle(164, 0)}${cellStyle(0, 2)}</cellXfs></styleSheet>`,
  };
}
