/** What both ends of a connection agree on. */

/** Largest message, in bytes, either way. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/**
 * A connection is looked at this often, also while nobody calls, and given up when nothing is heard for as long again: a process
 * that hangs gets no calls for more than eight seconds, and what it was asked is asked elsewhere.
 */
export const keepAlive = {
  "grpc.keepalive_time_ms": 4_000,
  "grpc.keepalive_timeout_ms": 4_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;

/** How long a call waits for a connection with any process of a service. */
export const CONNECT_LIMIT_MS = 2_000;

/** An answer of many messages lasts as long as its reader is slow. */
export const STREAM_DEADLINE_MS = 10 * 60_000;
