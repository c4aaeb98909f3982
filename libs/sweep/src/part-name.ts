/** Names of parts in a queue and of their files, such as "00000000-00000125". */
import type { Part } from "@etesian/explore";

const DIGITS = 8;
const NAME = /^(\d{8})-(\d{8})$/;

export const partName = ({ from, to }: Part): string =>
  [from, to].map((variant) => String(variant).padStart(DIGITS, "0")).join("-");

/** Parses a part's name; null if the text is not one. */
export function parsePartName(name: string): Part | null {
  const [, from, to] = NAME.exec(name) ?? [];
  return from === undefined ? null : { from: Number(from), to: Number(to) };
}
