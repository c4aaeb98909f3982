/** Preloaded by command-line programs: they end quietly when the reader of their output closes the pipe. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
