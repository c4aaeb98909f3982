import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npm run dev`: the page with hot reload, in front of a server that `npm start` runs. */
const SERVER = process.env["ETESIAN_URL"] ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react()],
  build: { target: "es2024", assetsDir: "assets", modulePreload: { polyfill: false }, reportCompressedSize: false },
  worker: { format: "es" },
  server: { port: 3001, proxy: { "/api": SERVER, "/docs": SERVER, "/sign-in": SERVER, "/account": SERVER } },
});
