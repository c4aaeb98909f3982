/** `npm run model -- check|list|areas|solve|query|new|weather|fetch|interface`: for maintainers of a model. */
import { runModelProgram } from "./model-program.ts";

process.exitCode = await runModelProgram(process.argv.slice(2));
