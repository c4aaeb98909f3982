/**
 * The first script of a visit: it requests the workbench's data and starts the worker while the components are still
 * loading.
 */
import { QueryClient } from "@tanstack/react-query";
import { mayRetry } from "./calculation/http.ts";
import { loadStart } from "./screens/start/load-start.ts";
import { prefetchWorkbench } from "./screens/workbench/queries.ts";
import "uplot/dist/uPlot.min.css";
import "./styles/page.css";
import { initialLanguage, loadTexts } from "./texts/load.ts";
import { UNLOADED } from "./texts/unloaded.ts";

/**
 * Delay before the components are loaded (ms): while their scripts run, responses are not read and the worker is idle.
 */
const COMPONENTS_DELAY_MS = 150;

/** Retries of requests that may succeed later. */
const RETRIES = 3;

const queries = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: (count, error) => count < RETRIES && mayRetry(error) },
  },
});
const componentsDelay = new Promise<void>((resolve) => {
  setTimeout(resolve, COMPONENTS_DELAY_MS);
});
const root = document.querySelector("#page")!;
// The component itself reports a failure to load.
if (location.pathname === "/") void loadStart().catch(() => {});
const language = initialLanguage();
Promise.race([prefetchWorkbench(queries, location.pathname), componentsDelay])
  .then(() => Promise.all([import("./page.tsx"), loadTexts(language)]))
  .then(
    ([{ draw }, texts]) => draw(queries, root, { language, texts }),
    () => (root.textContent = UNLOADED[language]),
  );
