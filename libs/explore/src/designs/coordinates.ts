/** The coordinates of factors, one factor after the other. */
export interface Coordinates {
  /** The first coordinate of each factor. */
  readonly starts: readonly number[];
  /** Coordinates of all factors together. */
  readonly dimensions: number;
}

/** @param sizes the number of coordinates of each factor */
export function coordinatesOf(sizes: readonly number[]): Coordinates {
  let dimensions = 0;
  const starts = sizes.map((size) => {
    const start = dimensions;
    dimensions += size;
    return start;
  });
  return { starts, dimensions };
}
