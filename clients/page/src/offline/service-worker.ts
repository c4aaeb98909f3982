/** The service worker of the offline page, if the browser supports one (over HTTPS and on localhost). */
import type { AreaManifest } from "@etesian/model/parts";

/** Absent over plain HTTP. */
const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };

/** Whether the browser can open the page without a connection. */
export const canOpenOffline = serviceWorker !== undefined;

/** Delay after loading (ms), so that the worker, which reads all files again, does not delay the first numbers. */
const REGISTER_DELAY_MS = 2_000;

/** Registers the worker once the page has loaded. */
export function registerServiceWorker(): void {
  if (serviceWorker === undefined) return;
  const register = (): void => {
    setTimeout(() => void serviceWorker.register("/sw.js").catch(() => {}), REGISTER_DELAY_MS);
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

/** Makes the worker cache the responses to these paths; cached ones are not transferred again. */
async function cachePaths(paths: readonly string[]): Promise<void> {
  if (serviceWorker === undefined) return;
  const { active } = await serviceWorker.ready;
  active?.postMessage({ keep: paths });
}

/** Caches the data needed to calculate an area. */
export function cacheModel({ area, parts }: AreaManifest, endYear: number): void {
  const { definition, dataset, curves, inputs } = parts;
  const neededParts = [definition, dataset, curves, parts.interface, ...Object.values(inputs)];
  const query = `area=${encodeURIComponent(area)}&end_year=${endYear}`;
  void cachePaths([
    "/api/v3/areas?detailed=false",
    `/api/v3/model/areas/${encodeURIComponent(area)}?end_year=${endYear}`,
    ...neededParts.map(({ sha256 }) => `/api/v3/model/parts/${sha256}?${query}`),
  ]);
}

/** Caches the current version of a scenario. */
export function cacheScenario(id: number, version: number): void {
  const path = `/api/v3/scenarios/${id}`;
  void cachePaths([path, `${path}/recipe?at=${version}`, `${path}/inputs?defaults=original`]);
}
