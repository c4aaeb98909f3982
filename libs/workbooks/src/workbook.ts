/** A workbook read from a file: its sheets, and copies with added or replaced sheets. */
import { escapeXml, RELATIONS, WORKSHEET_TYPE, ZipWriter } from "@etesian/table-files/office";
import { type NewSheet, sheetData, sheetXml } from "./new-sheet.ts";
import { workbookError } from "./problems.ts";
import { CellCount, readSharedTexts, readSheet, type Sheet } from "./sheet.ts";
import { readXml } from "./xml.ts";
import { filesIn } from "./zip.ts";

const TYPES = "[Content_Types].xml";
const ROOT_RELATIONS = "_rels/.rels";
const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

interface Relation {
  readonly id: string;
  /** The last part of its type, such as `worksheet`. */
  readonly type: string;
  readonly target: string;
}

export class Workbook {
  readonly #files: ReadonlyMap<string, Buffer>;
  /** Path of the file that lists the sheets. */
  readonly #book: string;
  readonly #relations: readonly Relation[];
  /** Paths of the sheets with cells, by name in lower case, because names of sheets are case-insensitive. */
  readonly #sheets: ReadonlyMap<string, { readonly name: string; readonly path: string }>;
  readonly #count: CellCount;
  #loadedTexts: Promise<readonly string[]> | null = null;

  private constructor(
    files: ReadonlyMap<string, Buffer>,
    book: string,
    relations: readonly Relation[],
    sheets: ReadonlyMap<string, { readonly name: string; readonly path: string }>,
    count: CellCount,
  ) {
    this.#files = files;
    this.#book = book;
    this.#relations = relations;
    this.#sheets = sheets;
    this.#count = count;
  }

  /** Opens the bytes of an .xlsx file. Rejects with `WorkbookError`. */
  static async open(
    content: Buffer,
    limits: { readonly maxUncompressed?: number; readonly maxCells?: number } = {},
  ): Promise<Workbook> {
    const files = await filesIn(content, limits.maxUncompressed);
    const book = (await relationsIn(files, ROOT_RELATIONS, "")).find(({ type }) => type === "officeDocument")?.target;
    if (book === undefined || !files.has(book)) throw workbookError("The file is not a workbook (.xlsx)");
    if (!(await typesIn(files)).get(`/${book}`)?.includes(WORKBOOK_TYPE))
      throw workbookError("The workbook has macros or another format; save it as .xlsx");
    const relations = await relationsIn(files, relationsOf(book), folderOf(book));
    const paths = new Map(relations.filter(({ type }) => type === "worksheet").map(({ id, target }) => [id, target]));
    const sheets = new Map<string, { name: string; path: string }>();
    await readXml(book, files.get(book)!, {
      open(element, attributes) {
        if (element !== "sheet") return;
        const id = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
        const [name = "", path] = [attributes["name"], paths.get(id)];
        if (path !== undefined && files.has(path)) sheets.set(name.trim().toLowerCase(), { name: name.trim(), path });
      },
    });
    return new Workbook(files, book, relations, sheets, new CellCount(limits.maxCells));
  }

  get sheetNames(): readonly string[] {
    return [...this.#sheets.values()].map(({ name }) => name);
  }

  /** The cells of the sheet with this name, ignoring case; null if there is none. Rejects with `WorkbookError`. */
  async sheet(name: string): Promise<Sheet | null> {
    const sheet = this.#sheets.get(name.trim().toLowerCase());
    if (sheet === undefined) return null;
    const { path } = sheet;
    return readSheet(sheet.name, { path, content: this.#files.get(path)! }, await this.#sharedTexts(), this.#count);
  }

  /**
   * A copy with the given sheets, compressed piece by piece. An existing sheet with the same name keeps its charts,
   * widths and formats, and gets new cells. Everything else is unchanged; formulas are calculated again when the copy
   * is opened.
   * @param removedNames names of sheets whose cells are removed
   */
  *copyWith(sheets: readonly NewSheet[], removedNames: readonly string[] = []): Generator<Uint8Array<ArrayBuffer>> {
    const zip = new ZipWriter();
    const blankSheets = removedNames
      .filter((name) => sheets.every((sheet) => sheet.name !== name) && this.#sheets.has(name.toLowerCase()))
      .map((name): NewSheet => ({ name, headingRows: 0, fixedColumns: 0, rows: [] }));
    const replacedSheets = new Map<string, NewSheet>();
    const addedSheets: { readonly sheet: NewSheet; readonly path: string; readonly id: string }[] = [];
    for (const sheet of [...sheets, ...blankSheets]) {
      const existingSheet = this.#sheets.get(sheet.name.toLowerCase());
      if (existingSheet !== undefined) replacedSheets.set(existingSheet.path, sheet);
      else {
        // Some readers recognise sheets by these names.
        const number = this.#unusedNumber(addedSheets.length + 1);
        addedSheets.push({ sheet, path: this.#pathOf(number), id: idOf(number) });
      }
    }
    const texts = this.#changedTexts(addedSheets);
    const chain = this.#relations.find(({ type }) => type === "calcChain")?.target;
    for (const [path, content] of this.#files) {
      // The calculation chain lists cells that may no longer have formulas.
      if (path === chain) continue;
      const sheet = replacedSheets.get(path);
      const text = texts.get(path);
      if (sheet !== undefined) yield* zip.text(path, withRows(content.toString(), sheet));
      else if (text !== undefined) yield* zip.text(path, [text]);
      else yield* zip.bytes(path, content);
    }
    for (const { sheet, path } of addedSheets) yield* zip.text(path, sheetXml(sheet, 0));
    yield* zip.end();
  }

  #pathOf(number: number): string {
    return `${folderOf(this.#book)}worksheets/sheet${number}.xml`;
  }

  /** The nth number that is not used by a sheet of the workbook. */
  #unusedNumber(nth: number): number {
    for (let [number, remaining] = [1, nth]; ; number++) {
      const isTaken = this.#files.has(this.#pathOf(number)) || this.#relations.some(({ id }) => id === idOf(number));
      if (!isTaken && (remaining -= 1) === 0) return number;
    }
  }

  /** The files that list the sheets, with the added sheets. */
  #changedTexts(
    addedSheets: readonly { readonly sheet: NewSheet; readonly path: string; readonly id: string }[],
  ): ReadonlyMap<string, string> {
    const book = this.#files.get(this.#book)!.toString();
    const ids = [...book.matchAll(/\bsheetId="(\d+)"/g)].map(([, id]) => Number(id));
    const next = Math.max(0, ...ids) + 1;
    // Documents of the strict variant have another namespace.
    const namespace = /xmlns:\w+="([^"]*\/relationships)"/.exec(book)?.[1] ?? RELATIONS;
    const sheetElements = addedSheets.map(
      ({ sheet, id }, index) =>
        (prefix: string) =>
          `<${prefix}sheet xmlns:r="${namespace}" name="${escapeXml(sheet.name)}" sheetId="${next + index}" r:id="${id}"/>`,
    );
    const bookWithSheets = book.replace(/<\/(\w+:)?sheets>/, (end, prefix: string = "") =>
      [...sheetElements.map((xml) => xml(prefix)), end].join(""),
    );
    const relationsPath = relationsOf(this.#book);
    const relations = this.#files
      .get(relationsPath)!
      .toString()
      .replace(/<(?:\w+:)?Relationship\s[^>]*\/calcChain"[^>]*?(?:\/>|>\s*<\/(?:\w+:)?Relationship>)/, "")
      .replace(/<\/(\w+:)?Relationships>/, (end, prefix: string = "") =>
        [
          ...addedSheets.map(
            ({ path, id }) => `<${prefix}Relationship Id="${id}" Type="${namespace}/worksheet" Target="/${path}"/>`,
          ),
          end,
        ].join(""),
      );
    const types = this.#files
      .get(TYPES)!
      .toString()
      .replace(/<(?:\w+:)?Override\s[^>]*calcChain[^>]*?(?:\/>|>\s*<\/(?:\w+:)?Override>)/, "")
      .replace(/<\/(\w+:)?Types>/, (end, prefix: string = "") =>
        [
          ...addedSheets.map(({ path }) => `<${prefix}Override PartName="/${path}" ContentType="${WORKSHEET_TYPE}"/>`),
          end,
        ].join(""),
      );
    return new Map([
      [this.#book, recalculateOnOpening(bookWithSheets)],
      [relationsPath, relations],
      [TYPES, types],
    ]);
  }

  #sharedTexts(): Promise<readonly string[]> {
    const path = this.#relations.find(({ type }) => type === "sharedStrings")?.target;
    const content = path === undefined ? undefined : this.#files.get(path);
    if (path === undefined || content === undefined) return Promise.resolve([]);
    return (this.#loadedTexts ??= readSharedTexts(path, content));
  }
}

/** The sheet's file with replaced rows: the text before, the rows, and the text after. */
function* withRows(xml: string, sheet: NewSheet): Generator<string> {
  const match = /<(\w+:)?sheetData\s*(?:\/>|>)/.exec(xml);
  if (match === null) throw workbookError(`The sheet ${sheet.name} has no element for rows`);
  const [start, prefix = ""] = match;
  const end = `</${prefix}sheetData>`;
  const endOffset = start.endsWith("/>") ? match.index + start.length : xml.indexOf(end, match.index) + end.length;
  yield xml.slice(0, match.index);
  for (const piece of sheetData(sheet, 0))
    yield prefix === "" ? piece : piece.replaceAll(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`);
  yield xml.slice(endOffset);
}

/** Requests a recalculation when the workbook is opened, because formulas may refer to changed cells. */
function recalculateOnOpening(book: string): string {
  const attribute = ' fullCalcOnLoad="1"';
  if (/<(?:\w+:)?calcPr\b/.test(book))
    return book.replace(
      /<((?:\w+:)?calcPr)\b([^>]*?)(\/?>)/,
      (_whole, name: string, otherAttributes: string, end: string) => {
        return `<${name}${otherAttributes.replace(/\sfullCalcOnLoad="[^"]*"/, "")}${attribute}${end}`;
      },
    );
  // The format requires `calcPr` after the last of these elements that the workbook has.
  for (const element of ["definedNames", "externalReferences", "functionGroups", "sheets"]) {
    const end = new RegExp(`</(\\w+:)?${element}>`).exec(book);
    if (end === null) continue;
    const offset = end.index + end[0].length;
    return `${book.slice(0, offset)}<${end[1] ?? ""}calcPr${attribute}/>${book.slice(offset)}`;
  }
  return book;
}

const idOf = (number: number): string => `etesian${number}`;
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
const relationsOf = (path: string): string => `${folderOf(path)}_rels/${path.slice(folderOf(path).length)}.rels`;

async function relationsIn(
  files: ReadonlyMap<string, Buffer>,
  path: string,
  folder: string,
): Promise<readonly Relation[]> {
  const content = files.get(path);
  if (content === undefined) throw workbookError("The file is not a workbook (.xlsx)");
  const relations: Relation[] = [];
  await readXml(path, content, {
    open(element, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (element !== "Relationship" || mode === "External") return;
      const targetPath = URL.parse(target, `file:///${folder}`)?.pathname.slice(1) ?? "";
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: targetPath });
    },
  });
  return relations;
}

async function typesIn(files: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, string>> {
  const content = files.get(TYPES);
  if (content === undefined) throw workbookError("The file is not a workbook (.xlsx)");
  const types = new Map<string, string>();
  await readXml(TYPES, content, {
    open(element, { PartName: part, ContentType: type }) {
      if (element === "Override" && part !== undefined && type !== undefined) types.set(part, type);
    },
  });
  return types;
}
