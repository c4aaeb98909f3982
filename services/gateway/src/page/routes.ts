/** Serves the page at `/`: its document and files. */
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "../http/errors.ts";
import { FILES } from "../http/files.ts";
import { prefersHtml } from "../http/navigation.ts";
import { html, type Page, sendPage } from "../pages/html.ts";
import { homePage } from "../pages/home.ts";
import type { BuiltPage } from "./built-page.ts";

/** Files whose names do not contain a hash of their contents. */
const UNHASHED = new Set(["before-paint.js", "mark.svg", "open-sans.OFL.txt", "licenses.txt"]);
const YEAR_SECONDS = 31_536_000;
/** Seconds after which a browser checks again whether the page has been built. */
const REFRESH_SECONDS = 1;

/** Serves the built page. Non-browser clients of `/` are redirected to the API documentation. */
export async function pageRoutes(app: FastifyInstance, currentPage: (() => BuiltPage) | null): Promise<void> {
  await app.register(files, { root: "/", serve: false, preCompressed: true, cacheControl: false });

  const sendDocument = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    void reply.header("vary", "accept");
    if (!prefersHtml(request)) return reply.redirect("/docs");
    const page = currentPage?.() ?? null;
    if (page === null) return sendPage(reply, homePage);
    if (page.state === "building") {
      void reply.header("refresh", String(REFRESH_SECONDS));
      return sendPage(reply, withNotice("The page is being built and will open in a few seconds."));
    }
    if (page.state === "failed") {
      return sendPage(reply, withNotice(`The page could not be built; the API is available. Reason: ${page.reason}`));
    }
    return reply.header("cache-control", "no-cache").sendFile("index.html", page.directory);
  };

  app.get("/", FILES, sendDocument);
  // Client-side routes: all serve the document.
  app.get("/s/*", FILES, sendDocument);
  app.get("/yours", FILES, sendDocument);
  app.get("/collections/*", FILES, sendDocument);
  app.get("/dictionary", FILES, sendDocument);

  // Embedded charts, the only document that other sites may show in a frame.
  app.get("/embed/*", FILES, async (_request, reply) => {
    const page = currentPage?.() ?? null;
    if (page?.state !== "ready") throw apiError("no_such_route");
    const policy = String(reply.getHeader("content-security-policy"));
    void reply
      .header("content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors *"))
      .removeHeader("x-frame-options")
      // Pages that are isolated from other origins show only frames that are isolated as well.
      .header("cross-origin-embedder-policy", "require-corp")
      .header("cache-control", "no-cache");
    return reply.sendFile("embed.html", page.directory);
  });

  // Revalidated at each visit, because it refers to the files of the latest build.
  app.get("/sw.js", FILES, async (_request, reply) => {
    const page = currentPage?.() ?? null;
    if (page?.state !== "ready") throw apiError("no_such_route");
    return reply.header("cache-control", "no-cache").sendFile("sw.js", page.directory);
  });

  app.get<{ Params: { "*": string } }>("/assets/*", FILES, async (request, reply) => {
    const page = currentPage?.() ?? null;
    if (page?.state !== "ready") throw apiError("no_such_route");
    const name = request.params["*"];
    const cacheControl = UNHASHED.has(name) ? "no-cache" : `public, max-age=${YEAR_SECONDS}, immutable`;
    return reply.header("cache-control", cacheControl).sendFile(`assets/${name}`, page.directory);
  });
}

const withNotice = (notice: string): Page => ({
  ...homePage,
  body: html`<p role="status">${notice}</p>
    ${homePage.body}`,
});
