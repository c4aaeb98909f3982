/** The factors' coordinates, in factor order. */
export interface Coordinates {
  /** The first coordinate of each factor. */
  readonly starts: readonly number[];
  /** Total number of coordinates. */
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
