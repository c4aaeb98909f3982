/** Loaded before programs of the command line: when the other end of a pipe is closed, printing ends quietly. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
