/** The page: its providers and its routes. Loaded by `main.ts`. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { COMPARED_VIEWS } from "./charts/compared.ts";
import { workOffline } from "./offline/service-worker.ts";
import { MissingScreen } from "./screens/Missing.tsx";
import { ThemeProvider } from "./screens/theme.tsx";
import { MARKETS } from "@etesian/interface";
import { type Kind, KINDS } from "./screens/dictionary/kinds.ts";
import { QUESTIONS, SCOPES } from "./screens/explore/questions.ts";
import { VIEWS } from "./screens/workbench/ViewLinks.tsx";
import type { WorkbenchSearch } from "./screens/workbench/search.ts";
import { Workbench } from "./screens/workbench/Workbench.tsx";
import { SignInDialog } from "./screens/yours/SignInDialog.tsx";
import { lazily } from "./controls/lazily.tsx";
import { loadStart } from "./screens/start/load-start.ts";
import { LanguageProvider, type Spoken } from "./texts/language.tsx";

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The router parses text of digits as a number, and writes numbers without quotes. */
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const sweepId = (value: unknown): string | undefined =>
  typeof value === "string" && /^[0-9a-f]{14}$/.test(value) ? value : undefined;

/** A text of digits is one, too. */
const words = (value: unknown): string | undefined => text(typeof value === "number" ? String(value) : value);

/** A first visit of a scenario needs neither. */
const waiting = <main className="begin" aria-busy />;
const Start = lazily(async () => (await loadStart()).Start, waiting);
const Yours = lazily(async () => (await import("./screens/yours/Yours.tsx")).Yours, waiting);
const Dictionary = lazily(async () => (await import("./screens/dictionary/Dictionary.tsx")).Dictionary, waiting);
const OpenPath = lazily(async () => (await import("./screens/years/OpenPath.tsx")).OpenPath, waiting);

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
    area: text(search["area"]),
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
    find: text(search["find"]) ?? number(search["find"])?.toString(),
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
    slide: text(search["slide"]),
    charts: text(search["charts"]),
    chart: text(search["chart"]),
    numbers: text(search["numbers"]),
    report: text(search["report"]),
    text: words(search["text"]),
    copy: search["copy"] === true ? true : undefined,
    cmp: number(search["cmp"]) ?? text(search["cmp"]),
    path: number(search["path"]) ?? text(search["path"]),
    collection: number(search["collection"]),
    compared: COMPARED_VIEWS.find((view) => view === search["compared"]),
    h: number(search["h"]) ?? text(search["h"]),
    why: text(search["why"]),
    node: text(search["node"]),
    market: MARKETS.find((market) => market === search["market"]),
    lock: text(search["lock"]),
    v: number(search["v"]),
    explore: QUESTIONS.find((question) => question === search["explore"]),
    of: text(search["of"]),
    target: number(search["target"]),
    n: number(search["n"]),
    run: sweepId(search["run"]),
    scope: SCOPES.find((scope) => scope === search["scope"]),
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

export function draw(queries: QueryClient, place: Element, spoken: Spoken): void {
  if (import.meta.env.PROD) workOffline();
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LanguageProvider first={spoken}>
          <ThemeProvider>
            <RouterProvider router={router} />
          </ThemeProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
