/**
 * A part of a model as bytes: plain data as JSON, and number arrays in binary. The layout, described in
 * docs/model-parts.md, is "ETESPART" · format (uint32) · length of the header (uint32) · header (JSON, padded to a
 * multiple of 8) · numbers (float64), all little-endian. Browsers load this file, so it does not use Node.
 */

/** Version of the layout of parts and manifests. Readers reject all others. */
export const PART_FORMAT = 1;

/**
 * The bytes are not a part or not the expected part, or a value cannot be encoded. The message describes the problem
 * and its position.
 */
export class PartError extends Error {
  override readonly name = "PartError";
}

type Path = readonly (string | number)[];

interface Header {
  readonly kind: string;
  /** The value, with null for number arrays. */
  readonly value: unknown;
  /** The number arrays: the path of each, the index of its first number, and its length. */
  readonly rows: readonly (readonly [path: Path, offset: number, count: number])[];
  /** Numbers that JSON cannot represent. */
  readonly numbers: readonly (readonly [path: Path, number: string])[];
}

const MAGIC = new TextEncoder().encode("ETESPART");
const WORD = Float64Array.BYTES_PER_ELEMENT;
const FORMAT_OFFSET = MAGIC.length;
const LENGTH_OFFSET = FORMAT_OFFSET + 4;
const HEADER_OFFSET = LENGTH_OFFSET + 4;

/**
 * Encodes plain data (JSON values and `Float64Array`) as a part. An array that occurs several times is stored once.
 * @throws PartError for values that would not be decoded unchanged: `undefined`, dates, maps, functions.
 */
export function encodePlain(kind: string, value: unknown): Uint8Array<ArrayBuffer> {
  const rows: (readonly [path: Path, offset: number, count: number])[] = [];
  const numbers: (readonly [path: Path, number: string])[] = [];
  const offsets = new Map<Float64Array, number>();
  let length = 0;

  const offsetOf = (row: Float64Array): number => {
    const knownOffset = offsets.get(row);
    if (knownOffset !== undefined) return knownOffset;
    const offset = length;
    offsets.set(row, offset);
    length += row.length;
    return offset;
  };
  // The path of the current value in `visit`: a single list, which is copied only when a path must be stored.
  const path: (string | number)[] = [];
  const visitChildren = (step: string | number, item: unknown): void => {
    path.push(step);
    visit(item);
    path.pop();
  };
  const visit = (item: unknown): void => {
    if (item === null || typeof item === "string" || typeof item === "boolean") return;
    if (typeof item === "number") {
      if (!isJsonNumber(item)) numbers.push([[...path], Object.is(item, -0) ? "-0" : String(item)]);
    } else if (item instanceof Float64Array) rows.push([[...path], offsetOf(item), item.length]);
    else if (Array.isArray(item)) for (const [index, value] of item.entries()) visitChildren(index, value);
    else if (isRecord(item)) for (const [name, value] of Object.entries(item)) visitChildren(name, value);
    else throw new PartError(`${kind}: ${path.join(".")} is ${kindOf(item)}, expected plain data`);
  };

  visit(value);
  const header: Header = { kind, value, rows, numbers };
  const text = new TextEncoder().encode(
    rows.length === 0 ? JSON.stringify(header) : JSON.stringify(header, withoutRows),
  );
  const start = padLength(HEADER_OFFSET + text.length);
  const bytes = new Uint8Array(start + length * WORD);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(FORMAT_OFFSET, PART_FORMAT, true);
  view.setUint32(LENGTH_OFFSET, text.length, true);
  bytes.set(text, HEADER_OFFSET);
  bytes.fill(SPACE, HEADER_OFFSET + text.length, start);
  for (const [row, offset] of offsets) new Float64Array(bytes.buffer, start + offset * WORD, row.length).set(row);
  return bytes;
}

/**
 * Decodes a part. Number arrays are views of the bytes, which must not be modified afterwards. @throws PartError if
 * the bytes are not a part, are truncated, or are of another kind or format.
 */
export function decodePlain(kind: string, bytes: Uint8Array<ArrayBuffer>): unknown {
  if (bytes.length < HEADER_OFFSET || MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new PartError(`expected a part of a model, found ${bytes.length} bytes in another format`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = view.getUint32(FORMAT_OFFSET, true);
  if (format !== PART_FORMAT) throw new PartError(`expected a part in format ${PART_FORMAT}, found format ${format}`);
  const length = view.getUint32(LENGTH_OFFSET, true);
  const start = padLength(HEADER_OFFSET + length);
  if (bytes.length < start)
    throw new PartError(`truncated part: ${bytes.length} bytes, but its header ends at ${start}`);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_OFFSET, HEADER_OFFSET + length))) as Header;
  if (header.kind !== kind) throw new PartError(`expected the part "${kind}", found "${header.kind}"`);
  const numbers = numbersFrom(bytes, start);
  const root: { value: unknown } = { value: header.value };
  const rows = new Map<string, Float64Array>();
  for (const [path, offset, count] of header.rows) {
    if (offset + count > numbers.length) {
      throw new PartError(`truncated part: ${numbers.length} numbers, but its arrays need ${offset + count}`);
    }
    // An array that occurs several times is restored as one array.
    const name = `${offset} ${count}`;
    const row = rows.get(name) ?? numbers.subarray(offset, offset + count);
    rows.set(name, row);
    setAtPath(root, path, row);
  }
  for (const [path, number] of header.numbers) setAtPath(root, path, Number(number));
  return root.value;
}

const withoutRows = (_name: string, item: unknown): unknown => (item instanceof Float64Array ? null : item);

/** Whether JSON can represent a number without loss. */
const isJsonNumber = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const kindOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? `a ${value.constructor.name}` : typeof value;

const SPACE = 0x20;
const padLength = (length: number): number => Math.ceil(length / WORD) * WORD;

/** The numbers after the header, without copying unless they are misaligned. */
function numbersFrom(bytes: Uint8Array<ArrayBuffer>, start: number): Float64Array {
  const count = Math.floor((bytes.length - start) / WORD);
  const offset = bytes.byteOffset + start;
  return offset % WORD === 0
    ? new Float64Array(bytes.buffer, offset, count)
    : new Float64Array(bytes.slice(start, start + count * WORD).buffer);
}

/** Sets the value at a path below `value`. */
function setAtPath(root: { value: unknown }, path: Path, item: unknown): void {
  let holder: { [name: string]: unknown } = root;
  let name: string = "value";
  for (const step of path) {
    holder = holder[name] as { [name: string]: unknown };
    name = String(step);
  }
  // Names such as `__proto__` are ordinary properties.
  Object.defineProperty(holder, name, { value: item, configurable: true, enumerable: true, writable: true });
}
