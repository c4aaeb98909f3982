/** A piece of memory; held by several, it is in memory once. */
export interface Holding {
  readonly byteLength: number;
}
