/** What both ends of a connection agree on. */

/** Largest message, in bytes, either way. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/**
 * A connection is looked at this often, also while nobody calls, and given up when nothing is heard for as long again and a
 * half: a process that hangs gets no calls for more than ten seconds.
 */
export const keepAlive = {
  "grpc.keepalive_time_ms": 4_000,
  "grpc.keepalive_timeout_ms": 6_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;
