/** Copies numbers to memory shared by all threads, as calculation threads do. */
export function share(numbers: ArrayBufferLike): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(new Uint8Array(numbers));
  return copy;
}
