/** Exits with 0 if this container's process reports on the clients' or the operators' port that it is ready. */
const { ETESIAN_PORT = "3000", ETESIAN_OPERATIONS_PORT = "9090" } = process.env;
const responses = await Promise.all(
  [ETESIAN_PORT, ETESIAN_OPERATIONS_PORT].map((port) => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)),
);
process.exit(responses.some((response) => response?.ok) ? 0 : 1);
