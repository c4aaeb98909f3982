/** Copies numbers to memory shared by all threads, like a calculation thread. */
export function share(numbers: ArrayBufferLike): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(new Uint8Array(numbers));
  return copy;
}
