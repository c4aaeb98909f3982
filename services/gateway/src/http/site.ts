/** The addresses that answers, emails and the OpenID documents name. None of them is ever taken from what a request says. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "./errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The address that is set, without a slash at the end; null when there is none. */
    readonly publicUrl: string | null;
  }
}

/** Makes the app use one address and ignore `Host` and `X-Forwarded-Host`; requests with two `Host`s are refused. */
export function nameSite(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate("publicUrl", publicUrl === null ? null : new URL(publicUrl).href.replace(/\/$/, ""));
  app.addHook("onRequest", async ({ raw }) => {
    // Node keeps the first one; a proxy in front may have decided by the other.
    if (raw.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1) {
      throw apiError("bad_request", "The request has more than one Host");
    }
    // The original URL may start with a host; the OpenID library looks there for the start of its paths.
    Object.assign(raw, { originalUrl: raw.url });
  });
}

/** The name of the service, for links that are followed later: the address that is set, or else the one that is listened on. */
export function siteOf(app: FastifyInstance): string {
  if (app.publicUrl !== null) return app.publicUrl;
  const listening = app.server.address();
  if (listening === null || typeof listening === "string") return "http://localhost";
  const { address, port } = listening;
  const isAny = address === "0.0.0.0" || address === "::";
  return urlOf({ address: isAny ? "localhost" : address, port });
}

/** Scheme and host of the links in an answer: the address that is set, or else the one that the client has connected to. */
export function baseUrl({ server, socket }: FastifyRequest): string {
  const { localAddress: address, localPort: port } = socket;
  if (server.publicUrl !== null || address === undefined || port === undefined) return siteOf(server);
  return urlOf({ address: address.replace(/^::ffff:(?=\d+\.)/, ""), port });
}

const urlOf = ({ address, port }: Pick<AddressInfo, "address" | "port">): string =>
  `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
