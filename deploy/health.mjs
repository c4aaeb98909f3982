/** Exit code 0 when this container's process reports that it can serve, on the clients' or the operators' port. */
const { ETESIAN_PORT = "3000", ETESIAN_OPERATIONS_PORT = "9090" } = process.env;
const responses = await Promise.all(
  [ETESIAN_PORT, ETESIAN_OPERATIONS_PORT].map((port) => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)),
);
process.exit(responses.some((response) => response?.ok) ? 0 : 1);
