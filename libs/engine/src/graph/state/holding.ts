/** A block of memory; one that has several holders is counted once. */
export interface Holding {
  readonly byteLength: number;
}
