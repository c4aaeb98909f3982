/** Limits shared by both ends of a connection. */

/** Largest message, in bytes, either way. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/**
 * Interval of keep-alive pings, also of an idle connection, and the time for their answer. A process that hangs
 * receives calls for at most eight seconds; its open calls are repeated elsewhere.
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
