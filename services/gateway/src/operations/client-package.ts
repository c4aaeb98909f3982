/** The TypeScript client as a package that npm can install from a URL. */
import { readFile } from "node:fs/promises";
import { builtTarball, type Tarball } from "@etesian/client/tarball";
import type { FastifyInstance } from "fastify";
import { isKnown } from "../http/caching.ts";
import { customError } from "../http/errors.ts";

const NOT_BUILT = "The TypeScript client has not been built: run npm run client on the server, and restart it";

/** Serves `/docs/client.tgz`. It is built on the first request; if that fails, it is not found until the next start. */
export function clientRoute(app: FastifyInstance, build: () => Promise<Tarball> = builtTarball): void {
  let reading: Promise<{ readonly bytes: Buffer; readonly etag: string } | null> | null = null;
  const read = async () => {
    try {
      const { path, digest } = await build();
      return { bytes: await readFile(path), etag: `"${digest}"` };
    } catch (error) {
      app.log.warn(error, "the TypeScript client has not been built: /docs/client.tgz responds with 404");
      return null;
    }
  };

  app.get("/docs/client.tgz", { schema: { hide: true } }, async (request, reply) => {
    const file = await (reading ??= read());
    if (file === null) throw customError("not_found", [NOT_BUILT]);
    void reply.headers({ etag: file.etag, "cache-control": "no-cache" });
    if (isKnown(request, reply)) return reply.code(304).send();
    return reply.type("application/gzip").send(file.bytes);
  });
}
