import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** `npm run dev`: the page with hot reload, in front of a server started with `npm start`. */
const SERVER = process.env["ETESIAN_URL"] ?? "http://127.0.0.1:3000";

/** Names the components in the document, so that they are requested together with the script that loads them. */
const preloadComponents: Plugin = {
  name: "preload-components",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) =>
      Object.values(bundle)
        .flatMap((file) => (file.type === "chunk" && file.name === "page" ? [file.fileName, ...file.imports] : []))
        // The document names the scripts that it starts with.
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => ({
          tag: "link",
          attrs: { rel: "modulepreload", href: `/${fileName}` },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  // The controls' library speaks 30 languages, the page two.
  plugins: [locales.vite({ locales: ["en-US", "nl-NL"] }), react(), preloadComponents],
  build: { target: "es2024", assetsDir: "assets", modulePreload: { polyfill: false }, reportCompressedSize: false },
  worker: { format: "es" },
  server: { port: 3001, proxy: { "/api": SERVER, "/docs": SERVER, "/sign-in": SERVER, "/account": SERVER } },
});
