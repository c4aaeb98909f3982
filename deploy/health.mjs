/** Exit code 0 when the process of this container says that it can serve: on the port of clients, or on that of operators. */
const { ETESIAN_PORT = "3000", ETESIAN_OPERATIONS_PORT = "9090" } = process.env;
const answers = await Promise.all(
  [ETESIAN_PORT, ETESIAN_OPERATIONS_PORT].map((port) => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)),
);
process.exit(answers.some((answer) => answer?.ok) ? 0 : 1);
