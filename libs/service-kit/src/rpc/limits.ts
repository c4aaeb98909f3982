/** Limits shared by both ends of a connection. */

/** Maximum message size in bytes, in both directions. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/**
 * Interval between keep-alive pings, including on idle connections, and time limit for the response to a ping. A
 * hanging process receives calls for at most eight seconds; its open calls are retried elsewhere.
 */
export const keepAlive = {
  "grpc.keepalive_time_ms": 4_000,
  "grpc.keepalive_timeout_ms": 4_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;

/** Time for which a call waits for a connection to any process of a service (ms). */
export const CONNECT_LIMIT_MS = 2_000;

/** Time limit of a streaming response (ms), which lasts as long as its reader takes. */
export const STREAM_DEADLINE_MS = 10 * 60_000;
