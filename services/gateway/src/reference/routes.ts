/**
 * Serves the OpenAPI document at `/docs/json` and `/docs/yaml`, pages generated from it at `/docs/api`, and the files
 * of the documentation below `/docs/`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { entityTag, isNotModified } from "../http/caching.ts";
import { FILES } from "../http/files.ts";
import { documentOf, type Page, pageHeaders } from "../pages/html.ts";
import type { ApiDocument } from "./api-document.ts";
import { OVERVIEW } from "./schema-view.ts";

const HIDDEN = { schema: { hide: true } } as const;

interface RenderedPage {
  readonly page: Page;
  readonly text: string;
  readonly etag: string;
}

/** File names in this directory contain a hash of the contents. */
const HASHED_DIRECTORY = "assets/";
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Call it before routes are registered.
 * @param site directory of the built documentation; null if it has not been built, in which case `/docs` is the
 * reference
 */
export function referenceRoutes(app: FastifyInstance, site: string | null): void {
  app.get("/docs/json", HIDDEN, async () => app.swagger());
  app.get("/docs/yaml", HIDDEN, async (_request, reply) =>
    reply
      .type("application/yaml")
      .serializer(String)
      .send(app.swagger({ yaml: true })),
  );

  /** Rendered on the first request, because most processes never serve one. */
  let renderedPages: Promise<ReadonlyMap<string, RenderedPage>> | null = null;
  async function renderPages(): Promise<ReadonlyMap<string, RenderedPage>> {
    const { referencePages } = await import("./pages.ts");
    const pages = referencePages(app.swagger() as unknown as ApiDocument);
    return new Map(
      [...pages].map(([address, page]) => {
        const text = documentOf(page);
        return [address, { page, text, etag: entityTag(text) }];
      }),
    );
  }

  const sendReference = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<unknown> => {
    const page = (await (renderedPages ??= renderPages())).get(path);
    if (page === undefined) return reply.callNotFound();
    void reply.headers({ ...pageHeaders(page.page), etag: page.etag, "cache-control": "no-cache" });
    if (isNotModified(request, reply)) return reply.code(304).send();
    return reply.type("text/html; charset=utf-8").serializer(String).send(page.text);
  };
  // Paths without a suffix are pages of the reference; files of the documentation have one.
  app.get("/docs/:part(^[a-z-]+$)", HIDDEN, async (request, reply) =>
    sendReference(request, reply, pathOf(request).replace(/\/$/, "")),
  );
  if (site === null) {
    app.get("/docs", HIDDEN, async (request, reply) => sendReference(request, reply, OVERVIEW));
    // The page links to documents, which may not have been built.
    app.get<{ Params: { "*": string } }>("/docs/*", HIDDEN, async (request, reply) =>
      request.params["*"].endsWith(".html") ? reply.redirect("/docs") : reply.callNotFound(),
    );
  } else siteRoutes(app, site);
}

/** Serves the files of the built documentation, whose links are relative to its directory. */
function siteRoutes(app: FastifyInstance, directory: string): void {
  const sendSite = async (reply: FastifyReply, name: string): Promise<unknown> => {
    const cacheControl = name.startsWith(HASHED_DIRECTORY) ? FOREVER : "no-cache";
    return reply.header("cache-control", cacheControl).sendFile(name, directory);
  };
  app.get("/docs", FILES, async (request, reply) =>
    pathOf(request).endsWith("/") ? sendSite(reply, "index.html") : reply.redirect("/docs/"),
  );
  app.get<{ Params: { "*": string } }>("/docs/*", FILES, async (request, reply) =>
    sendSite(reply, request.params["*"]),
  );
}

const pathOf = ({ url }: FastifyRequest): string => url.split("?")[0]!;
