/** Serves the OpenAPI document at `/docs/json` and `/docs/yaml`, and pages generated from it at `/docs`. */
import type { FastifyInstance } from "fastify";
import { entityTag, isKnown } from "../http/caching.ts";
import { documentOf, type Page, pageHeaders } from "../pages/html.ts";
import type { ApiDocument } from "./api-document.ts";

const HIDDEN = { schema: { hide: true } } as const;

interface Made {
  readonly page: Page;
  readonly text: string;
  readonly etag: string;
}

/** Call it before routes are registered. */
export function referenceRoutes(app: FastifyInstance): void {
  app.get("/docs/json", HIDDEN, async () => app.swagger());
  app.get("/docs/yaml", HIDDEN, async (_request, reply) =>
    reply
      .type("application/yaml")
      .serializer(String)
      .send(app.swagger({ yaml: true })),
  );

  /** Rendered on the first request, because most processes never serve one. */
  let made: Promise<ReadonlyMap<string, Made>> | null = null;
  async function make(): Promise<ReadonlyMap<string, Made>> {
    const { referencePages } = await import("./pages.ts");
    const pages = referencePages(app.swagger() as unknown as ApiDocument);
    return new Map(
      [...pages].map(([address, page]) => {
        const text = documentOf(page);
        return [address, { page, text, etag: entityTag(text) }];
      }),
    );
  }

  for (const url of ["/docs", "/docs/:part"]) {
    app.get(url, HIDDEN, async (request, reply) => {
      const path = request.url.split("?")[0]!.replace(/\/$/, "");
      const found = (await (made ??= make())).get(path);
      if (found === undefined) return reply.callNotFound();
      void reply.headers({ ...pageHeaders(found.page), etag: found.etag, "cache-control": "no-cache" });
      if (isKnown(request, reply)) return reply.code(304).send();
      return reply.type("text/html; charset=utf-8").serializer(String).send(found.text);
    });
  }
}
