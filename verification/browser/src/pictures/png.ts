/**
 * Encodes images as an animated PNG, which browsers show like any other PNG. Each frame after the first contains only
 * the rectangle that differs, with transparent pixels where nothing changed, so that a drag takes few bytes.
 */
import { crc32, deflateSync } from "node:zlib";
import { decode } from "fast-png";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly rgba: Uint8Array;
}
export interface Frame {
  readonly pixels: Pixels;
  readonly milliseconds: number;
}

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const CHANNELS = 4;
const WITH_OPACITY = 6;
const BITS = 8;
/** How a frame is blended with the previous one, and disposed of. */
const OVER = 1;
const NO_FILTER = 0;

/** @throws Error unless the file is a PNG of 8 bits per channel in full colour, as browsers write it */
export function decodePng(png: Buffer): Pixels {
  const { width, height, data, channels, depth } = decode(png);
  if (depth !== BITS || (channels !== 3 && channels !== CHANNELS))
    throw new Error(`expected 8 bits per channel, in full colour: found ${depth} bits of ${channels} channels`);
  if (channels === CHANNELS) return { width, height, rgba: Uint8Array.from(data) };
  const rgba = new Uint8Array(width * height * CHANNELS).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    rgba.set(data.subarray(pixel * channels, (pixel + 1) * channels), pixel * CHANNELS);
  return { width, height, rgba };
}

/** Encodes frames of one size as a looping animation. */
export function encodeAnimatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error("expected at least one frame");
  const { width, height } = first.pixels;
  const odd = frames.find(({ pixels }) => pixels.width !== width || pixels.height !== height);
  if (odd !== undefined)
    throw new Error(`expected frames of ${width} × ${height}, found ${odd.pixels.width} × ${odd.pixels.height}`);
  let sequence = 0;
  const parts: Buffer[] = [SIGNATURE, chunk("IHDR", headerOf(width, height)), chunk("acTL", numbers(frames.length, 0))];
  frames.forEach(({ pixels, milliseconds }, index) => {
    const part = index === 0 ? { x: 0, y: 0, ...pixels } : differenceOf(frames[index - 1]!.pixels, pixels);
    const timing = Buffer.alloc(6);
    timing.writeUInt16BE(milliseconds, 0);
    timing.writeUInt16BE(1_000, 2);
    timing.writeUInt8(NO_FILTER, 4);
    timing.writeUInt8(index === 0 ? NO_FILTER : OVER, 5);
    const control = numbers(sequence++, part.width, part.height, part.x, part.y);
    parts.push(chunk("fcTL", Buffer.concat([control, timing])));
    const data = compressRows(part);
    parts.push(index === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  });
  return Buffer.concat([...parts, chunk("IEND", Buffer.alloc(0))]);
}

function headerOf(width: number, height: number): Buffer {
  return Buffer.concat([numbers(width, height), Buffer.from([BITS, WITH_OPACITY, 0, 0, 0])]);
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([numbers(data.length), typeAndData, numbers(crc32(typeAndData))]);
}

/** The smallest rectangle with all differing pixels; equal pixels in it are transparent. */
export function differenceOf(previous: Pixels, current: Pixels): Pixels & { readonly x: number; readonly y: number } {
  const { width, height } = current;
  const [previousPixels, currentPixels] = [previous, current].map(
    ({ rgba }) => new Uint32Array(rgba.buffer, rgba.byteOffset, width * height),
  ) as [Uint32Array, Uint32Array];
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let index = 0; index < currentPixels.length; index++) {
    if (currentPixels[index] === previousPixels[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  // A frame has at least one pixel.
  if (right < 0) [left, right, top, bottom] = [0, 0, 0, 0];
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const part = new Uint32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const index = (top + y) * width + left + x;
      if (currentPixels[index] !== previousPixels[index]) part[y * size.width + x] = currentPixels[index]!;
    }
  return { ...size, x: left, y: top, rgba: new Uint8Array(part.buffer) };
}

/** Rows have the filter "up" where it takes fewer bytes, as in a page's flat areas. */
function compressRows({ width, height, rgba }: Pixels): Buffer {
  const length = width * CHANNELS;
  const rows = Buffer.alloc(height * (length + 1));
  for (let row = 0; row < height; row++) {
    const line = rgba.subarray(row * length, (row + 1) * length);
    const previousRow = row === 0 ? null : rgba.subarray((row - 1) * length, row * length);
    const filteredRow = previousRow === null ? null : line.map((value, index) => value - previousRow[index]!);
    const isFiltered = filteredRow !== null && changesIn(filteredRow) < changesIn(line);
    rows[row * (length + 1)] = isFiltered ? 2 : 0;
    rows.set(isFiltered ? filteredRow : line, row * (length + 1) + 1);
  }
  return deflateSync(rows, { level: 9 });
}

/** Number of changes from one pixel to the next in a row. */
function changesIn(line: Uint8Array): number {
  let changes = 0;
  for (let index = CHANNELS; index < line.length; index++) if (line[index] !== line[index - CHANNELS]) changes++;
  return changes;
}
