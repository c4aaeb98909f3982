/** Where people find this service, for links that they follow later and as the name that it goes by. */
import type { FastifyInstance } from "fastify";

/**
 * The address that is set, or else the one that is listened on; without a slash at the end. Never what a request says: a link
 * in somebody's mail must not lead to wherever a stranger wrote into a header.
 */
export function siteOf(app: FastifyInstance, publicUrl: string | null): string {
  if (publicUrl !== null) return new URL(publicUrl).href.replace(/\/$/, "");
  const listening = app.server.address();
  if (listening === null || typeof listening === "string") return "http://localhost";
  const { address: host, family, port } = listening;
  const isAny = host === "0.0.0.0" || host === "::";
  return `http://${isAny ? "localhost" : family === "IPv6" ? `[${host}]` : host}:${port}`;
}
