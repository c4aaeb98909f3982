/**
 * The first script of a visit: it asks for what the workbench waits for, and starts the worker, while the components are still
 * on their way.
 */
import { QueryClient } from "@tanstack/react-query";
import { mayRetry } from "./calculation/http.ts";
import { begin } from "./screens/workbench/queries.ts";
import "uplot/dist/uPlot.min.css";
import "./styles/page.css";
import { UNLOADED } from "./texts/unloaded.ts";

/** For which the components wait for the requests: while their scripts run, no answer is read and the worker has nothing to do. */
const PATIENCE_MS = 150;

/** Attempts after the first, for answers that may be another one soon. */
const RETRIES = 3;

const queries = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: (count, error) => count < RETRIES && mayRetry(error) },
  },
});
const patience = new Promise<void>((resolve) => {
  setTimeout(resolve, PATIENCE_MS);
});
const place = document.querySelector("#page")!;
Promise.race([begin(queries, location.pathname), patience])
  .then(() => import("./page.tsx"))
  .then(
    ({ draw }) => draw(queries, place),
    () => (place.textContent = UNLOADED[document.documentElement.lang === "nl" ? "nl" : "en"]),
  );
