/** Packages that npm can install from a URL of this server: the TypeScript client and the engine. */
import { readFile } from "node:fs/promises";
import { builtTarball, type BuiltPackage, CLIENT, ENGINE, type Tarball } from "@etesian/client/tarball";
import type { FastifyInstance } from "fastify";
import { isKnown } from "../http/caching.ts";
import { customError } from "../http/errors.ts";

/** Serves `/docs/client.tgz` and `/docs/engine.tgz`. */
export function packageRoutes(app: FastifyInstance): void {
  for (const built of [CLIENT, ENGINE]) packageRoute(app, built);
}

/** Serves `/docs/NAME.tgz`. It is built on the first request; if that fails, it is not found until the next start. */
export function packageRoute(
  app: FastifyInstance,
  built: BuiltPackage,
  build: (built: BuiltPackage) => Promise<Tarball> = builtTarball,
): void {
  const { name } = built;
  const url = `/docs/${name}.tgz`;
  let reading: Promise<{ readonly bytes: Buffer; readonly etag: string } | null> | null = null;
  const read = async () => {
    try {
      const { path, digest } = await build(built);
      return { bytes: await readFile(path), etag: `"${digest}"` };
    } catch (error) {
      app.log.warn(error, `the package has not been built: ${url} responds with 404`);
      return null;
    }
  };

  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const file = await (reading ??= read());
    if (file === null) {
      const reason = `The package has not been built: run npm run ${name} on the server, and restart it`;
      throw customError("not_found", [reason]);
    }
    void reply.headers({ etag: file.etag, "cache-control": "no-cache" });
    if (isKnown(request, reply)) return reply.code(304).send();
    return reply.type("application/gzip").send(file.bytes);
  });
}
