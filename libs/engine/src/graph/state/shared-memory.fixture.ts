/** Numbers copied to memory that all threads read, as a calculating thread does. */
export function share(numbers: ArrayBufferLike): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(new Uint8Array(numbers));
  return copy;
}
