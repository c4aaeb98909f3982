/** The HTTP API: translates requests into calls to the services behind the gateway. */
import { constants } from "node:zlib";
import { REQUESTS } from "@etesian/contracts/limits";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import { isRequestId, type Logger, type Metrics, newRequestId, type Readiness } from "@etesian/service-kit";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { accountRoutes } from "./account/routes.ts";
import type { Backends } from "./backends.ts";
import { collectionRoutes } from "./collections/routes.ts";
import { couplingRoutes } from "./couplings/routes.ts";
import { curveRoutes } from "./curves/routes.ts";
import { esdlRoutes } from "./esdl/routes.ts";
import { Documents } from "./exports/document.ts";
import { isJsonTable } from "./exports/formats.ts";
import { iamcRoutes } from "./exports/iamc-routes.ts";
import { queryRoutes } from "./exports/query-routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { featuredRoutes } from "./featured/routes.ts";
import { checkAccess } from "./http/access.ts";
import { acceptBodies, parseForm } from "./http/requests/bodies.ts";
import { enableCaching, tagEncodings } from "./http/caching.ts";
import { recordArrivals } from "./http/context.ts";
import { registerErrorHandler, respondToUnreadable, apiError, sendError } from "./http/errors.ts";
import { digestRequests } from "./http/requests/idempotency.ts";
import { logRequests } from "./http/logged-request.ts";
import { refuseOtherMethods } from "./http/requests/methods.ts";
import { describeApi } from "./http/openapi/document.ts";
import { allowOrigins } from "./http/origins.ts";
import { refuseUnderPressure } from "./http/pressure.ts";
import { ignoreHostHeaders, siteOf } from "./http/site.ts";
import { traceRequests } from "./http/traces.ts";
import { warnOfUnknownFields } from "./http/requests/unknown-fields.ts";
import { validatorCompiler } from "./http/requests/validation.ts";
import { inputRoutes } from "./inputs/routes.ts";
import { Catalogue } from "./model/catalogue.ts";
import { differenceRoutes } from "./model/difference-routes.ts";
import { partRoutes } from "./model/part-routes.ts";
import { modelRoutes } from "./model/routes.ts";
import { nodeRoutes } from "./nodes/routes.ts";
import { packageRoutes } from "./operations/packages.ts";
import { operationRoutes } from "./operations/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import type { BuiltPage } from "./page/built-page.ts";
import { pageRoutes } from "./page/routes.ts";
import { referenceRoutes } from "./reference/routes.ts";
import { savedScenarioRoutes, savedScenarioUsers } from "./saved-scenarios/routes.ts";
import { derivedScenarioRoutes } from "./scenarios/derived-routes.ts";
import { dumpRoutes } from "./scenarios/dump-routes.ts";
import { recipeRoutes } from "./scenarios/recipe-routes.ts";
import { scenarioRoutes, scenarioUsers } from "./scenarios/routes.ts";
import { bulkScenarioRoutes } from "./scenarios/bulk-routes.ts";
import type { ConfiguredClient } from "./sign-in/clients.ts";
import { registerSignIn } from "./sign-in/index.ts";
import type { ConfiguredIssuer } from "./sign-in/other-issuers.ts";
import { sweepRoutes } from "./sweeps/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { timeRoutes } from "./time/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { workbookRoutes } from "./workbooks/routes.ts";

export interface GatewayOptions {
  readonly backends: Backends;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Largest accepted body, in bytes. */
  readonly bodyLimit: number;
  /** Requests per minute and client IP address; 0 for no limit. */
  readonly rateLimit: number;
  /**
   * Number of trusted proxies that set X-Forwarded-… headers: entries further to the left could have been set by any
   * client.
   */
  readonly trustProxy: number;
  /** Public URL, used in all responses; null for the address on which the gateway listens. */
  readonly publicUrl: string | null;
  /** Contact URL of the operators, `https:` or `mailto:`; null if it is not set. */
  readonly contact: string | null;
  /** OpenID clients: programs that users sign in to with their account here. */
  readonly clients: readonly ConfiguredClient[];
  /** Whether clients may register themselves. */
  readonly registration: boolean;
  /** Other issuers offered on the sign-in page. */
  readonly issuers: readonly ConfiguredIssuer[];
  /** Origins, in addition to this machine's, whose pages may change scenarios without a token; "*" stands for all. */
  readonly cors: readonly string[] | "*";
  /** The built page; null if the page is not served. */
  readonly page: (() => BuiltPage) | null;
  /** Directory of the documentation as a website; null if it has not been built. */
  readonly documentation: string | null;
}

/**
 * Compresses streams and responses longer than ten packets; shorter ones arrive in one round trip anyway (RFC 6928).
 * Event streams are not compressed, and request bodies are not decompressed.
 */
const COMPRESSION = {
  encodings: ["br", "gzip"],
  threshold: 14_000,
  customTypes: /^text\/(?!event-stream)|[/+](?:json|x-ndjson|yaml|javascript|xml)(?:;|$)/,
  globalDecompression: false,
  // Flushes each chunk: Brotli would otherwise buffer up to a megabyte, which delays clients that read streams.
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
} satisfies FastifyCompressOptions;

/** The path of a request line with an absolute URL (`GET http://example.org/x HTTP/1.1`), whose host is untrusted. */
const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, "/");

/** Removes the `.json` suffix of the path; the query string is unchanged. */
function withoutJsonSuffix(url: string): string {
  const end = url.includes("?") ? url.indexOf("?") : url.length;
  const path = url.slice(0, end);
  const isSuffixed = path.startsWith("/api/") && path.endsWith(".json") && !isJsonTable(path);
  return isSuffixed ? path.slice(0, -".json".length) + url.slice(end) : url;
}

/** Maps `/api/v1/saved_scenarios`, which the existing front end uses, to the current version. */
const toCurrentVersion = (url: string): string => url.replace(/^\/api\/v1\/(?=saved_scenarios(?:[/?]|$))/, "/api/v3/");

/** Creates a gateway that is ready for `listen` or `inject`. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance,
    // One log line of our own replaces the framework's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: options.bodyLimit,
    requestTimeout: REQUESTS.sendingMs,
    connectionTimeout: REQUESTS.idleMs,
    trustProxy: (_address, hop) => hop < options.trustProxy,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const header = headers["x-request-id"];
      return isRequestId(header) ? header : newRequestId();
    },
    routerOptions: {
      querystringParser: parseForm,
      maxParamLength: REQUESTS.pathParameterLength,
      ignoreTrailingSlash: true,
    },
    clientErrorHandler: respondToUnreadable,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      void sendError(reply.header("x-request-id", request.id), apiError("bad_request", error.message));
    },
    // JSON resources are also served with their suffix. Tables are excluded, because without the suffix they are CSV.
    rewriteUrl: ({ url = "/" }) => toCurrentVersion(withoutJsonSuffix(withoutOrigin(url))),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
  });
  recordArrivals(app);
  registerErrorHandler(app);
  ignoreHostHeaders(app, options.publicUrl);
  acceptBodies(app);
  digestRequests(app);
  warnOfUnknownFields(app);
  traceRequests(app);
  logRequests(app, options.log);

  refuseUnderPressure(app);
  await app.register(helmet, {
    crossOriginResourcePolicy: { policy: "cross-origin" },
    // TLS is terminated by the proxy in front.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        upgradeInsecureRequests: null,
        // Pages load no content from other hosts and may not be framed.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  await allowOrigins(app, options.cors);
  await app.register(rateLimit, {
    // Some routes have their own limit in addition to the operator's.
    global: options.rateLimit > 0,
    max: options.rateLimit,
    timeWindow: "1 minute",
    errorResponseBuilder: (_request, { after, ttl }) => apiError("too_many_requests", after, Math.ceil(ttl / 1000)),
  });
  await app.register(compress, COMPRESSION);
  tagEncodings(app);
  enableCaching(app);
  await describeApi(app, options.contact);

  const site = (): string => siteOf(app);
  const catalogue = new Catalogue(options.backends.compute);
  const documents = new Documents(options.backends, catalogue);
  const registerRefusals = refuseOtherMethods(app);
  operationRoutes(app, options);
  packageRoutes(app);
  referenceRoutes(app, options.documentation);
  await pageRoutes(app, options.page);
  await app.register(
    async (api) => {
      checkAccess(api, options.backends.accounts);
      await api.register(scenarioRoutes(options.backends, catalogue));
      await api.register(couplingRoutes(options.backends));
      await api.register(orderRoutes(options.backends));
      await api.register(curveRoutes(options.backends));
      await api.register(bulkScenarioRoutes(options.backends));
      await api.register(dumpRoutes(options.backends));
      await api.register(esdlRoutes(options.backends));
      await api.register(derivedScenarioRoutes(options.backends));
      await api.register(timeRoutes(options.backends));
      await api.register(teamRoutes(options.backends, catalogue, site));
      await api.register(recipeRoutes(options.backends));
      await api.register(inputRoutes(options.backends, catalogue));
      await api.register(nodeRoutes(options.backends, documents));
      await api.register(exportRoutes(options.backends, catalogue, documents));
      await api.register(queryRoutes(options.backends));
      await api.register(iamcRoutes(options.backends, catalogue));
      await api.register(workbookRoutes(options.backends, catalogue, documents));
      await api.register(accountRoutes(options.backends));
      await api.register(userRoutes(scenarioUsers(options.backends), options.backends.accounts, site));
      await api.register(savedScenarioRoutes(options.backends));
      await api.register(collectionRoutes(options.backends));
      await api.register(userRoutes(savedScenarioUsers(options.backends), options.backends.accounts, site));
      await api.register(sweepRoutes(options.backends));
      await api.register(modelRoutes(catalogue));
      await api.register(partRoutes(options.backends));
      await api.register(differenceRoutes(options.metrics, catalogue));
    },
    { prefix: "/api/v3" },
  );
  await app.register(
    async (api) => {
      checkAccess(api, options.backends.accounts);
      await api.register(featuredRoutes(options.backends));
    },
    { prefix: "/api/v1" },
  );
  await registerSignIn(app, options.backends, site, {
    clients: options.clients,
    registration: options.registration,
    issuers: options.issuers,
    isBehindProxy: options.trustProxy > 0,
  });
  registerRefusals();
  return app;
}
