/** Numbers copied to memory shared by all threads, as in a calculating thread. */
export function share(numbers: ArrayBufferLike): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(new Uint8Array(numbers));
  return copy;
}
