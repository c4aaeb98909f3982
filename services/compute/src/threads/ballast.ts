/**
 * V8 ignores shared memory when it schedules garbage collection. Without ballast, unused solutions accumulate for
 * minutes (600 MB where 30 are in use). An unshared buffer of the same size makes V8 take the memory into account. It
 * is never accessed, so no physical memory backs it.
 */
export const ballastFor = ({ byteLength }: { readonly byteLength: number }): ArrayBuffer => new ArrayBuffer(byteLength);
