/**
 * Packages that npm and pip can install from a URL of this server: the TypeScript client, the engine, the Python
 * package.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { builtTarball, CLIENT, ENGINE } from "@etesian/client/tarball";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import type { FastifyInstance } from "fastify";
import { isNotModified } from "../http/caching.ts";
import { customError } from "../http/errors.ts";

/** A file for a package manager. */
export interface ServedPackage {
  /** File name, below `/docs/`. */
  readonly file: string;
  readonly type: string;
  /** The npm script that builds it. */
  readonly script: string;
  /** Its content and a digest that identifies it; rejects if it cannot be built. */
  readonly read: () => Promise<{ readonly bytes: Uint8Array; readonly digest: string }>;
}

const TARBALLS = [CLIENT, ENGINE].map((tarball): ServedPackage => ({
  file: `${tarball.name}.tgz`,
  type: "application/gzip",
  script: tarball.name,
  read: async () => {
    const { path, digest } = await builtTarball(tarball);
    return { bytes: await readFile(path), digest };
  },
}));

const WHEEL: ServedPackage = {
  file: WHEEL_NAME,
  type: "application/zip",
  script: "python",
  read: async () => {
    const { wheel } = await import("@etesian/python-package/wheel");
    const bytes = wheel();
    return { bytes, digest: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
  },
};

/** Serves `/docs/client.tgz`, `/docs/engine.tgz` and the wheel. */
export function packageRoutes(app: FastifyInstance): void {
  for (const servedPackage of [...TARBALLS, WHEEL]) packageRoute(app, servedPackage);
}

/** Serves a package. It is built on the first request; if the build fails, requests get 404 until the next start. */
export function packageRoute(app: FastifyInstance, { file, type, script, read }: ServedPackage): void {
  const url = `/docs/${file}`;
  let cachedContent: Promise<{ readonly bytes: Uint8Array; readonly digest: string } | null> | null = null;
  const readOnce = async () => {
    try {
      return await read();
    } catch (error) {
      app.log.warn(error, `the package has not been built: ${url} responds with 404`);
      return null;
    }
  };

  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const file = await (cachedContent ??= readOnce());
    if (file === null) {
      const reason = `The package has not been built: run npm run ${script} on the server, and restart it`;
      throw customError("not_found", [reason]);
    }
    void reply.headers({ etag: `"${file.digest}"`, "cache-control": "no-cache" });
    if (isNotModified(request, reply)) return reply.code(304).send();
    return reply.type(type).send(file.bytes);
  });
}
