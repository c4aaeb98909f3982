/** The pages made from the OpenAPI document, at `/docs`. */
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** A gust, in a square. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#2a6f97" stroke-width="3" stroke-linecap="round">
  <path d="M3 12h16a4.5 4.5 0 1 0-4.5-4.5M3 18h22a4 4 0 1 1-4 4M3 24h10a3 3 0 1 1-3 3"/>
</svg>`;
const ICON_TYPE = "image/svg+xml";

/**
 * Nothing from elsewhere. Not `upgrade-insecure-requests`: without TLS in front, browsers would look for the page's own
 * scripts by HTTPS, on every address but this machine's. The page sets styles of its elements itself.
 */
const POLICY = {
  "default-src": "'self'",
  "base-uri": "'self'",
  "frame-ancestors": "'self'",
  "img-src": ["'self'", "data:"],
  "object-src": "'none'",
  "script-src": "'self'",
  "script-src-attr": "'none'",
  "style-src": ["'self'", "'unsafe-inline'"],
};

export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: POLICY,
    logo: { type: ICON_TYPE, content: ICON },
    theme: {
      title: "Etesian",
      favicon: [{ filename: "icon.svg", rel: "icon", type: ICON_TYPE, sizes: "any", content: ICON }],
    },
  });
}
