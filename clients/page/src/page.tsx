/** The page: its providers and its routes. Loaded by `main.ts`. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { COMPARED_VIEWS } from "./charts/compared.ts";
import { registerServiceWorker } from "./offline/service-worker.ts";
import { MissingScreen } from "./screens/Missing.tsx";
import { ThemeProvider } from "./screens/theme.tsx";
import { MARKETS } from "@etesian/interface";
import { type Kind, KINDS } from "./screens/dictionary/kinds.ts";
import { MOVES, QUESTIONS, SCOPES } from "./screens/explore/questions.ts";
import { readCustomCharts } from "./screens/custom-query/custom-charts.ts";
import { VIEWS } from "./screens/workbench/ViewLinks.tsx";
import type { WorkbenchSearch } from "./screens/workbench/search.ts";
import { Workbench } from "./screens/workbench/Workbench.tsx";
import { SignInDialog } from "./screens/yours/SignInDialog.tsx";
import { lazyComponent } from "./controls/lazily.tsx";
import { loadStart } from "./screens/start/load-start.ts";
import { LanguageProvider, type LoadedLanguage } from "./texts/language.tsx";

const toText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The router parses a string of digits as a number, and writes numbers without quotes. */
const toNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const sweepId = (value: unknown): string | undefined =>
  typeof value === "string" && /^[0-9a-f]{14}$/.test(value) ? value : undefined;

/** Also accepts a number, because the router parses a string of digits as one. */
const toSearchText = (value: unknown): string | undefined => toText(typeof value === "number" ? String(value) : value);

/** Loaded on demand, because a first visit to a scenario needs none of these screens. */
const pendingScreen = <main className="begin" aria-busy />;
const Start = lazyComponent(async () => (await loadStart()).Start, pendingScreen);
const Yours = lazyComponent(async () => (await import("./screens/yours/Yours.tsx")).Yours, pendingScreen);
const Dictionary = lazyComponent(
  async () => (await import("./screens/dictionary/Dictionary.tsx")).Dictionary,
  pendingScreen,
);
const OpenPath = lazyComponent(async () => (await import("./screens/years/OpenPath.tsx")).OpenPath, pendingScreen);

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <SignInDialog />
    </>
  ),
});
const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  // The area that is selected when the page opens.
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly area?: string | undefined } => ({
    area: toText(search["area"]),
  }),
  component: () => <Start area={start.useSearch().area ?? null} />,
});
const collection = createRoute({
  getParentRoute: () => root,
  path: "/collections/$id",
  component: () => <OpenPath id={Number(collection.useParams().id)} />,
});
const dictionary = createRoute({
  getParentRoute: () => root,
  path: "/dictionary",
  validateSearch: (
    search: Readonly<Record<string, unknown>>,
  ): { readonly find?: string | undefined; readonly kind?: Kind | undefined } => ({
    find: toText(search["find"]) ?? toNumber(search["find"])?.toString(),
    kind: KINDS.find((kind) => kind === search["kind"]),
  }),
  component: () => {
    const { find = "", kind = "sliders" } = dictionary.useSearch();
    return <Dictionary find={find} kind={kind} />;
  },
});
const yours = createRoute({ getParentRoute: () => root, path: "/yours", component: Yours });
const workbench = createRoute({
  getParentRoute: () => root,
  path: "/s/$id",
  validateSearch: (search: Readonly<Record<string, unknown>>): WorkbenchSearch => ({
    slide: toText(search["slide"]),
    charts: toText(search["charts"]),
    chart: toText(search["chart"]),
    own: readCustomCharts(search["own"]),
    numbers: toText(search["numbers"]),
    report: toText(search["report"]),
    text: toSearchText(search["text"]),
    copy: search["copy"] === true ? true : undefined,
    cmp: toNumber(search["cmp"]) ?? toText(search["cmp"]),
    path: toNumber(search["path"]) ?? toText(search["path"]),
    collection: toNumber(search["collection"]),
    compared: COMPARED_VIEWS.find((view) => view === search["compared"]),
    effect: toText(search["effect"]),
    toward: toNumber(search["toward"]),
    h: toNumber(search["h"]) ?? toText(search["h"]),
    why: toText(search["why"]),
    node: toText(search["node"]),
    market: MARKETS.find((market) => market === search["market"]),
    lock: toText(search["lock"]),
    v: toNumber(search["v"]),
    explore: QUESTIONS.find((question) => question === search["explore"]),
    of: toText(search["of"]),
    target: toNumber(search["target"]),
    keep: toText(search["keep"]),
    ranges: toText(search["ranges"]),
    n: toNumber(search["n"]),
    run: sweepId(search["run"]),
    scope: SCOPES.find((scope) => scope === search["scope"]),
    move: MOVES.find((move) => move === search["move"]),
    comments: toNumber(search["comments"]) ?? toText(search["comments"]),
    view: VIEWS.find((view) => view === search["view"]),
  }),
  component: () => <Workbench id={Number(workbench.useParams().id)} search={workbench.useSearch()} />,
});
const router = createRouter({
  routeTree: root.addChildren([start, yours, collection, dictionary, workbench]),
  defaultPreload: false,
  defaultNotFoundComponent: MissingScreen,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

export function draw(queries: QueryClient, root: Element, languageTexts: LoadedLanguage): void {
  if (import.meta.env.PROD) registerServiceWorker();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LanguageProvider initial={languageTexts}>
          <ThemeProvider>
            <RouterProvider router={router} />
          </ThemeProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
