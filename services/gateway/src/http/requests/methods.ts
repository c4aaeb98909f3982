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
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.matchesAnything === true) return;
    const methods = methodsByUrl.get(url) ?? new Set();
    methodsByUrl.set(url, methods);
    for (const name of [method].flat()) methods.add(name);
  });
  return () => {
    for (const [url, methods] of methodsByUrl) {
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
