/** Parts of workbooks (Office Open XML): compressed files in a zip, cells as XML, and the files other than sheets. */
import { constants, deflateRawSync } from "node:zlib";
import { strToU8, Zip, ZipPassThrough } from "fflate";

/** Maximum rows of a sheet in the format. */
export const ROW_LIMIT = 1_048_576;
/** Maximum characters of a cell and of a sheet's name in the format. */
const CHARACTER_LIMIT = 32_767;
const SHEET_NAME_LIMIT = 31;
/** Characters of XML that are compressed at a time. */
const PORTION = 128 * 1024;
/** The number of the Deflate method in Zip files. */
const DEFLATE = 8;
/** Zip files cannot have dates before 1980. */
const MTIME = "1980-01-01T00:00:00";

/** Indices in the style sheet. */
export const STYLES = { plain: 0, name: 1, time: 2, note: 3 } as const;

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
export const WORKSHEET_TYPE = `${TYPE}.worksheet+xml`;

/** A zip that is compressed while its files are generated, so that memory does not depend on their size. */
export class ZipWriter {
  readonly #readyChunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    this.#readyChunks.push(new Uint8Array(bytes));
  });

  /** Adds a text file piece by piece, and yields its compressed bytes. */
  *text(path: string, pieces: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
    const entry = this.#entry(path);
    let text = "";
    for (const piece of pieces) {
      text += piece;
      if (text.length < PORTION) continue;
      entry.push(strToU8(text));
      text = "";
      yield* this.#readyChunks.splice(0);
    }
    entry.push(strToU8(text), true);
    yield* this.#readyChunks.splice(0);
  }

  /** Adds a binary file. */
  *bytes(path: string, content: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    this.#entry(path).push(new Uint8Array(content), true);
    yield* this.#readyChunks.splice(0);
  }

  /** Yields the end of the zip. */
  *end(): Generator<Uint8Array<ArrayBuffer>> {
    this.#zip.end();
    yield* this.#readyChunks.splice(0);
  }

  #entry(path: string): DeflatedEntry {
    const entry = new DeflatedEntry(path);
    entry.mtime = MTIME;
    this.#zip.add(entry);
    return entry;
  }
}

/** A file of the zip, compressed by Node, which is many times faster than JavaScript. */
class DeflatedEntry extends ZipPassThrough {
  override compression = DEFLATE;

  protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(deflateRawSync(chunk, { finishFlush })), final);
  }
}

/** A cell with text, which never becomes a formula. */
export const textXml = (address: string, style: number, text: string): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, CHARACTER_LIMIT))}</t></is></c>`;

/** A cell with a number, or with an error for a number that is not finite. */
export const numberXml = (address: string, number: number | bigint): string =>
  typeof number === "number" && !Number.isFinite(number)
    ? `<c r="${address}" t="e"><v>#NUM!</v></c>`
    : `<c r="${address}"><v>${number}</v></c>`;

/** A cell with a time such as "2050-01-01 00:00". */
export const timeXml = (address: string, style: number, time: string): string =>
  `<c r="${address}" s="${style}"><v>${daysOf(time)}</v></c>`;

const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML, and removes control characters, which XML forbids except tabs and line breaks. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Days since 30 December 1899, as spreadsheets count them. */
const daysOf = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`) / 86_400_000 + 25_569;

const LETTERS = 26;
const cachedLetters: string[] = [];

/** The letters of a column: A, …, Z, AA, … */
export function columnLetters(index: number): string {
  const name = cachedLetters[index];
  if (name !== undefined) return name;
  const last = String.fromCodePoint(65 + (index % LETTERS));
  return (cachedLetters[index] = index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last);
}

/** A sheet's name, truncated and without characters that the format forbids, ending with `end`. */
export const sheetName = (name: string, end = ""): string =>
  name.replaceAll(/[[\]:*?/\\]/g, "_").slice(0, SHEET_NAME_LIMIT - end.length) + end;

/** The path of the sheet with this number, from 1, in a new workbook. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/**
 * All parts of a new workbook other than its sheets, by path. @param names names of the sheets, from `sheetName`
 */
export function bookXml(names: readonly string[]): { readonly [path: string]: string } {
  const numbers = names.map((_, index) => index + 1);
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
      numbers.map((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${WORKSHEET_TYPE}"/>`).join("") +
      "</Types>",
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relation("book", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml":
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      names
        .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`)
        .join("") +
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
      // Styles in the order of `STYLES`.
      `<cellXfs count="4">${cellStyle(0, 0)}${cellStyle(0, 1)}${cellStyle(164, 0)}${cellStyle(0, 2)}</cellXfs>` +
      // Without a default style, openpyxl prints a warning.
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  };
}
