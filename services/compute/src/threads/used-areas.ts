/** The most recently used areas and end years, stored in a small file for the warm-up of the next start. */
import { readFileSync, writeFileSync } from "node:fs";

export interface UsedArea {
  readonly area: string;
  readonly endYear: number;
}

const MAX_AREAS = 4;

export class UsedAreas {
  readonly #file: string | null;
  #latest: readonly UsedArea[];
  #lastWritten: string;

  /** A missing or unreadable file is treated as empty. */
  constructor(file: string | null) {
    this.#file = file;
    this.#latest = file === null ? [] : read(file);
    this.#lastWritten = JSON.stringify(this.#latest);
  }

  /** Latest first. */
  get latest(): readonly UsedArea[] {
    return this.#latest;
  }

  /** Records a use. The file is written when the area or end year is new in the list, and by `write`. */
  use({ area, endYear }: UsedArea): void {
    const [first] = this.#latest;
    if (first?.area === area && first.endYear === endYear) return;
    const otherAreas = this.#latest.filter((entry) => entry.area !== area || entry.endYear !== endYear);
    const isNew = otherAreas.length === this.#latest.length;
    this.#latest = [{ area, endYear }, ...otherAreas].slice(0, MAX_AREAS);
    if (isNew) this.write();
  }

  /** Writes the file. A failure affects only the warm-up of the next start. */
  write(): void {
    const text = JSON.stringify(this.#latest);
    if (this.#file === null || text === this.#lastWritten) return;
    try {
      writeFileSync(this.#file, text);
      this.#lastWritten = text;
    } catch {}
  }
}

function read(file: string): readonly UsedArea[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value.filter(isUsedArea).slice(0, MAX_AREAS) : [];
  } catch {
    return [];
  }
}

function isUsedArea(value: unknown): value is UsedArea {
  if (typeof value !== "object" || value === null) return false;
  const { area, endYear } = value as Partial<Record<keyof UsedArea, unknown>>;
  return typeof area === "string" && Number.isSafeInteger(endYear);
}
