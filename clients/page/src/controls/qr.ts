/** QR codes of URLs. */
import { generate } from "lean-qr/nano";
import { toSvgPath } from "lean-qr/extras/svg";

export interface QrPicture {
  /** Number of modules along a side. */
  readonly size: number;
  /** The dark modules as an SVG path, one unit for each module. */
  readonly path: string;
}

/** Null if the text exceeds the capacity of a code (more than 2,000 bytes). */
export function qrOf(text: string): QrPicture | null {
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return null;
  }
}
