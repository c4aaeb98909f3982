/** All of Etesian in one process, with the settings of the command line. */
import { flushCompileCache } from "node:module";
import { ModelRefused } from "@etesian/compute";
import { configure } from "@etesian/service-kit";
import { settings } from "./settings.ts";
import { startStandalone } from "./start.ts";

/** Starts that take longer say what they do. */
const PATIENCE_MS = 1_000;

const values = configure("npm start --", settings);
const started = performance.now();
let shown = false;

try {
  const standalone = await startStandalone(values, (step) => {
    const seconds = (performance.now() - started) / 1000;
    if (seconds * 1000 < PATIENCE_MS && !shown) return;
    shown = true;
    console.log(`  ${seconds.toFixed(1).padStart(5)} s  ${step} …`);
  });
  standalone.shutdown.onSignals();
  const { url, model, store } = standalone;
  const computable = model.areas.filter(({ problem }) => problem === null).length;
  console.log(`Etesian serves ${url}/api/v3 (documentation: ${url}/docs)`);
  console.log(
    `  model   ${values.model}: ${count(computable, "area")}, ${count(model.gqueries.length, "query", "queries")}; default area ${model.defaultArea}`,
  );
  console.log(`  events  ${store}`);
  console.log(
    `  ready   after ${((performance.now() - started) / 1000).toFixed(1)} s; ${count(values.workers, "calculating thread")}`,
  );
  flushCompileCache();
  if (model.problems.length > 0) {
    console.log(
      `  note    ${count(model.problems.length, "problem")} in the model's documents: npm run model -- check ${values.model}`,
    );
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** Why it did not start, in one line where we know the cause. */
function explain(error: unknown): string {
  if (error instanceof ModelRefused) return `--model ${values.model}: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${values.port} on ${values.host} is in use: choose another with --port`;
  if (code === "EADDRNOTAVAIL") return `--host ${values.host}: this machine has no such address`;
  if (code === "EACCES") return `No permission: ${error.message}`;
  return `Etesian could not start: ${error.stack ?? error.message}`;
}

/** "1 area", "2 areas". */
function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
