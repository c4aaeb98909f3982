/** The parts that an area's calculation needs, by the SHA-256 of their bytes. */
import { PART_FORMAT, PartError } from "./part.ts";

export interface PartReference {
  /** SHA-256 of the part's bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Size before compression. */
  readonly bytes: number;
}

/** The response of `GET /api/v3/model/areas/{area}`. */
export interface AreaManifest {
  readonly format: typeof PART_FORMAT;
  /** Hash of the engine's sources, because another version's results may differ. */
  readonly engine: string;
  /** Content hashes of the model's documents, and of everything that determines the area's start year. */
  readonly model: string;
  readonly dataset: string;
  readonly area: string;
  readonly start_year: number;
  /** Weekday of 1 January in the load profiles, 0 for Sunday; null if they have no weekends. */
  readonly first_weekday: number | null;
  readonly parts: {
    readonly definition: PartReference;
    /** Sections, slides, titles and charts, the same for all areas. */
    readonly interface: PartReference;
    readonly dataset: PartReference;
    readonly curves: PartReference;
    /** Variants of curve sets that scenarios may choose, by set and name: `weather/1987`. */
    readonly variants: { readonly [variant: string]: PartReference };
    /** Input facts by end year. */
    readonly inputs: { readonly [endYear: string]: PartReference };
  };
}

/** Validates a received manifest. @throws PartError for another format or unexpected content. */
export function readManifest(value: unknown): AreaManifest {
  if (typeof value !== "object" || value === null || !("format" in value) || !("parts" in value)) {
    throw new PartError("expected the manifest of an area");
  }
  const { format } = value;
  if (format !== PART_FORMAT) {
    throw new PartError(`expected a manifest in format ${PART_FORMAT}, found format ${JSON.stringify(format)}`);
  }
  return value as AreaManifest;
}
