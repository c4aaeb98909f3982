/** The Range header (RFC 9110, 14.2) for result files. */

export interface ByteRange {
  /** First byte; a negative number counts bytes from the end. */
  readonly from: number;
  /** Undefined for all bytes to the end. */
  readonly length: number | undefined;
}

/** The byte range in a header; null for the whole file, because servers may ignore other ranges. */
export function rangeOf(header: string | undefined): ByteRange | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "") return last === "" ? null : { from: -Number(last), length: undefined };
  if (last === "") return { from: Number(first), length: undefined };
  return Number(last) < Number(first) ? null : { from: Number(first), length: Number(last) - Number(first) + 1 };
}
