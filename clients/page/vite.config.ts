import { join } from "node:path";
import { noticesFile } from "@etesian/client/notices";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** `npm run dev`: the page with hot reload, in front of a server started with `npm start`. */
const SERVER = process.env["ETESIAN_URL"] ?? "http://127.0.0.1:3000";

/** Preloads the components in the document, so that they are requested together with the script that loads them. */
const preloadComponents: Plugin = {
  name: "preload-components",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) =>
      Object.values(bundle)
        .flatMap((file) => (file.type === "chunk" && file.name === "page" ? [file.fileName, ...file.imports] : []))
        // The document already lists its entry scripts.
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => ({
          tag: "link",
          attrs: { rel: "modulepreload", href: `/${fileName}` },
          injectTo: "head",
        })),
  },
};

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** The group of modules that an entry imports, directly or indirectly. */
function importsOf(entry: string, name: string): (id: string, modules: Modules) => string | null {
  const ids = new Set<string>();
  return (id, modules) => {
    if (ids.size === 0) {
      ids.add(join(import.meta.dirname, "src", entry));
      // The loop also visits elements that it adds.
      for (const module of ids) for (const next of modules.getModuleInfo(module)?.importedIds ?? []) ids.add(next);
    }
    return ids.has(id) ? name : null;
  };
}

const ours = /clients[\\/]page[\\/]src/;

/**
 * Groups keep the number of files low: without them, a visit requests a file for each set of screens that share
 * modules, and each request has a kilobyte of headers. A visit receives `screens` only with a screen that imports it.
 */
const groups = [
  { debugName: "first", name: importsOf("main.ts", "first") },
  { debugName: "page", name: importsOf("page.tsx", "page"), test: ours },
  { name: "screens", test: ours, minShareCount: 2 },
];

const notices = noticesFile("assets/licenses.txt");

/** Serves the page of embedded charts at their paths in `npm run dev`, as the gateway does. */
const embedPaths: Plugin = {
  name: "embed-paths",
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith("/embed/") === true) request.url = "/embed.html";
      next();
    });
  },
};

const shared = { target: "es2024", modulePreload: { polyfill: false }, reportCompressedSize: false } as const;

/** The second build: embedded charts share no file with the page, whose chunks contain more than a chart needs. */
const embed = defineConfig({
  plugins: [locales.vite({ locales: ["en-US", "nl-NL"] }), react()],
  publicDir: false,
  build: { ...shared, assetsDir: "assets/embed", rolldownOptions: { input: join(import.meta.dirname, "embed.html") } },
});

const page = defineConfig({
  // The component library supports 30 languages, of which the page needs two.
  plugins: [locales.vite({ locales: ["en-US", "nl-NL"] }), react(), preloadComponents, embedPaths, notices.main],
  build: {
    ...shared,
    assetsDir: "assets",
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: "es", plugins: () => [notices.worker] },
  server: { port: 3001, proxy: { "/api": SERVER, "/docs": SERVER, "/sign-in": SERVER, "/account": SERVER } },
});

export default defineConfig(({ mode }) => (mode === "embed" ? embed : page));
