/** Base URLs in responses, emails and OpenID documents. They never come from request headers. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "./errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The configured public URL without a trailing slash; null if it is not set. */
    readonly publicUrl: string | null;
  }
}

/** Makes the app ignore `Host` and `X-Forwarded-Host`; requests with two `Host` headers are refused. */
export function ignoreHostHeaders(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate("publicUrl", publicUrl === null ? null : new URL(publicUrl).href.replace(/\/$/, ""));
  app.addHook("onRequest", async ({ raw }) => {
    // Node keeps the first Host; a proxy in front may have used the other.
    if (raw.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1) {
      throw apiError("bad_request", "The request has more than one Host");
    }
    // The OpenID library derives its base path from the original URL, which may contain a host.
    Object.assign(raw, { originalUrl: raw.url });
  });
}

/** Base URL of links that are followed later: the public URL, or else the address that the server listens on. */
export function siteOf(app: FastifyInstance): string {
  if (app.publicUrl !== null) return app.publicUrl;
  const boundAddress = app.server.address();
  if (boundAddress === null || typeof boundAddress === "string") return "http://localhost";
  const { address, port } = boundAddress;
  const isWildcard = address === "0.0.0.0" || address === "::";
  return urlOf({ address: isWildcard ? "localhost" : address, port });
}

/** Base URL of links in a response: the public URL, or else the local address of the connection. */
export function baseUrl({ server, socket }: FastifyRequest): string {
  const { localAddress: address, localPort: port } = socket;
  if (server.publicUrl !== null || address === undefined || port === undefined) return siteOf(server);
  return urlOf({ address: address.replace(/^::ffff:(?=\d+\.)/, ""), port });
}

const urlOf = ({ address, port }: Pick<AddressInfo, "address" | "port">): string =>
  `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
