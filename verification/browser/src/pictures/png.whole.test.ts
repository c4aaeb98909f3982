import { describe, expect, test } from "vitest";
import { decodePng, differenceOf, encodeAnimatedPng, type Pixels } from "./png.ts";

/** A picture whose pixels are given as numbers; 0 is black. */
function picture(width: number, ...shades: readonly number[]): Pixels {
  const rgba = new Uint8Array(shades.flatMap((shade) => [shade, 255 - shade, shade >> 1, 255]));
  return { width, height: shades.length / width, rgba };
}
const A = picture(3, 0, 0, 0, 10, 20, 30, 0, 0, 0);
const B = picture(3, 0, 0, 0, 10, 99, 98, 0, 0, 0);

describe("an animation", () => {
  test("an animated PNG shows its first frame where animation is not supported", () => {
    const png = encodeAnimatedPng([A, B].map((pixels) => ({ pixels, milliseconds: 40 })));
    expect(decodePng(png)).toEqual(A);
  });

  test("an animation has a control chunk with a duration for each frame, numbered in order", () => {
    const png = encodeAnimatedPng([A, B, A].map((pixels, index) => ({ pixels, milliseconds: 40 * (index + 1) })));
    const chunks: { type: string; data: Buffer }[] = [];
    for (let offset = 8; offset < png.length; offset += png.readUInt32BE(offset) + 12)
      chunks.push({
        type: png.toString("latin1", offset + 4, offset + 8),
        data: png.subarray(offset + 8, offset + 8 + png.readUInt32BE(offset)),
      });
    expect(chunks.map(({ type }) => type)).toEqual([
      "IHDR",
      "acTL",
      "fcTL",
      "IDAT",
      "fcTL",
      "fdAT",
      "fcTL",
      "fdAT",
      "IEND",
    ]);
    const frameChunks = chunks.filter(({ type }) => type === "fcTL" || type === "fdAT");
    expect(frameChunks.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4]);
    const times = chunks.filter(({ type }) => type === "fcTL").map(({ data }) => data.readUInt16BE(20));
    expect(times).toEqual([40, 80, 120]);
    expect(chunks[1]!.data.readUInt32BE(0)).toBe(3);
  });

  test("frames of different sizes are refused", () => {
    const frames = [A, picture(1, 0)].map((pixels) => ({ pixels, milliseconds: 40 }));
    expect(() => encodeAnimatedPng(frames)).toThrow("expected frames of 3 × 3, found 1 × 1");
    expect(() => encodeAnimatedPng([])).toThrow("at least one frame");
    expect(() => decodePng(Buffer.from("GIF89a.."))).toThrow("wrong PNG signature");
  });
});

describe("the difference between two frames", () => {
  test("the difference between two frames is the smallest rectangle, transparent where nothing changes", () => {
    const { x, y, width, height } = differenceOf(A, B);
    expect({ x, y, width, height }).toEqual({ x: 1, y: 1, width: 2, height: 1 });
    const difference = differenceOf(A, picture(3, 7, 0, 0, 10, 20, 30, 0, 0, 8));
    expect([difference.width, difference.height]).toEqual([3, 3]);
    expect(difference.rgba.subarray(16, 20)).toEqual(new Uint8Array(4));
  });

  test("the difference between two frames, blended over the first, yields the second", () => {
    const part = differenceOf(A, B);
    const blendedPixels = new Uint8Array(A.rgba);
    for (let pixel = 0; pixel < part.width * part.height; pixel++) {
      if (part.rgba[pixel * 4 + 3] === 0) continue;
      const index = (part.y + Math.floor(pixel / part.width)) * A.width + part.x + (pixel % part.width);
      blendedPixels.set(part.rgba.subarray(pixel * 4, pixel * 4 + 4), index * 4);
    }
    expect(blendedPixels).toEqual(B.rgba);
  });

  test("the difference between two equal frames is one transparent pixel", () => {
    expect(differenceOf(A, A)).toMatchObject({ width: 1, height: 1, rgba: new Uint8Array(4) });
  });
});
