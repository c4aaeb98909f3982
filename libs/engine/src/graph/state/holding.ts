/** A block of memory; counted once even if it has several holders. */
export interface Holding {
  readonly byteLength: number;
}
