/** Current values of design tokens such as `c-wind-sea`, for canvases, which cannot use tokens. */
import type { Hatch } from "./series.ts";

/** The value of a token. */
export const ink = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();

/** The lines of hatches, in squares of 8 pixels. */
export const HATCHES: { readonly [hatch in Hatch]: string } = {
  import: "M-1 7 7 -1M3 11 11 3",
  export: "M-1 1 7 9M3 -3 11 5",
  curtailed: "M0 2H8M0 6H8",
  shortage: "M-1 7 7 -1M3 11 11 3",
};
const SQUARE = 8;

/** The hatch of a carrier, for filling marks. */
export function hatchInk(hatch: Hatch): CanvasPattern {
  const scale = devicePixelRatio;
  const square = new OffscreenCanvas(Math.round(SQUARE * scale), Math.round(SQUARE * scale));
  const context = square.getContext("2d")!;
  context.scale(scale, scale);
  context.fillStyle = ink(`c-${hatch}`);
  context.fillRect(0, 0, SQUARE, SQUARE);
  context.strokeStyle = ink(`c-${hatch}-edge`) || ink("ink");
  context.lineWidth = 1.2;
  context.stroke(new Path2D(HATCHES[hatch]));
  return context.createPattern(square, "repeat")!;
}
