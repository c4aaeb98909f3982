/** Responds to known paths with an unsupported method: 405 with the allowed methods. */
import type { FastifyInstance } from "fastify";
import { apiError, sendError } from "../errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route matches any path, so its methods do not apply to a particular path. */
    readonly matchesAnything?: true;
  }
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"] as const;

/** Call it before routes are registered, and the returned function afterwards. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  app.addHttpMethod("TRACE", { overrideExisting: true });
  const possible = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.matchesAnything === true) return;
    const methods = possible.get(url) ?? new Set();
    possible.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  return () => {
    for (const [url, methods] of possible) {
      const others = METHODS.filter((method) => !methods.has(method));
      if (others.length === 0 || url.includes("*")) continue;
      const allowed = METHODS.filter((method) => methods.has(method)).join(", ");
      app.route({
        method: others,
        url,
        schema: { hide: true },
        handler: (request, reply) =>
          sendError(reply.header("allow", allowed), apiError("method_not_allowed", request.method)),
      });
    }
  };
}
