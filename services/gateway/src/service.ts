/** Definition of the gateway service: settings, dependencies and start. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { SweepsServiceDefinition } from "@etesian/contracts/sweeps";
import { addDetails, defineService, PROJECT, setting } from "@etesian/service-kit";

import { openPage } from "./page/built-page.ts";
import { ClientsError, readClients } from "./sign-in/clients.ts";
import { readIssuers } from "./sign-in/other-issuers.ts";

const CONTACTS = ["https://", "http://", "mailto:"];
/** `npm run docs` builds it. */
const DOCUMENTATION = join(PROJECT, "clients/site/dist");
const SITES = ["https://", "http://"];

export const gateway = defineService({
  name: "gateway",
  settings: {
    host: addDetails(
      setting.text("address to listen on; 0.0.0.0 for all", "ADDRESS", "127.0.0.1"),
      "If others can reach it, put a TLS proxy in front of it: requests contain tokens, and scenarios created " +
        "without a token can be changed by every caller",
    ),
    port: setting.port("port to listen on; 0 for any free port", 3000),
    bodyLimit: addDetails(
      setting.integer("largest request body, in KB", { min: 64, max: 1_000_000 }, 1024),
      "Larger bodies get 413",
    ),
    rateLimit: addDetails(
      setting.integer("requests per minute and client IP address; 0 for no limit", { min: 0, max: 1e9 }, 0),
      "Further requests get 429 with `Retry-After`. Set it if the port is public",
    ),
    trustProxy: addDetails(
      setting.integer("number of proxies in front whose X-Forwarded-… headers are trusted", { min: 0, max: 16 }, 0),
      "These are `-For` and `-Proto`; `-Host` is never used, see `--public-url`. Entries further to the left in " +
        "`X-Forwarded-For` are not trusted, because any client can set them",
    ),
    publicUrl: addDetails(
      setting.url("public URL, for links in responses and emails; by default the address it listens on", SITES, null),
      "Never derived from requests: set it behind a proxy or with mapped ports. It is also the OpenID " +
        "issuer, and `https:` makes cookies secure",
      "the address it listens on",
    ),
    contact: addDetails(
      setting.url("contact of the operators: a web page, or a mailto: address", CONTACTS, null),
      "Shown at `/docs` and in the OpenAPI document",
      "none",
    ),
    oidcClients: addDetails(
      setting.text("file of OpenID clients: programs that users sign in to with their account here", "FILE", null),
      'A JSON list: `[{"client_id": …, "redirect_uris": […]}]`, with `client_name`, `client_secret` and ' +
        "`post_logout_redirect_uris` as needed",
      "none",
    ),
    oidcRegistration: addDetails(
      setting.toggle("allow dynamic registration of OpenID clients"),
      "Clients register themselves; users must consent",
    ),
    oidcSignIn: addDetails(
      setting.text("file of OpenID issuers offered on the sign-in page", "FILE", null),
      'A JSON list: `[{"id": "university", "name": "The University", "issuer": …, "client_id": …}]`, with `client_secret` if ' +
        "required. The issuer redirects users to `/sign-in/with/ID/callback`",
      "none",
    ),
    cors: addDetails(
      setting.origins("origins of web pages that may change scenarios without a token, and send cookies"),
      "Pages of any origin may read, and may change what their token allows. Without a token, only the server's own " +
        "page, pages on `localhost` with any port, and pages of these origins may change anything; others get 403. These origins get " +
        "`Access-Control-Allow-Origin` and `Access-Control-Allow-Credentials`. `*` lets pages of any origin change " +
        "scenarios without a token, but not send cookies",
      "none",
    ),
    noPage: addDetails(
      setting.toggle("serve the API without the page"),
      "`/` then links to the documentation, the account and saved scenarios",
    ),
  },
  needs: {
    scenarios: ScenariosServiceDefinition,
    compute: ComputeServiceDefinition,
    curves: CurvesServiceDefinition,
    accounts: AccountsServiceDefinition,
    "saved-scenarios": SavedScenariosServiceDefinition,
    sweeps: SweepsServiceDefinition,
  },
  servesOperators: true,

  explain(error, { host, port }) {
    if (error instanceof ClientsError) return error.message;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") return `Port ${port} on ${host} is in use: choose another with --port`;
    if (code === "EADDRNOTAVAIL") return `--host ${host}: this machine has no such address`;
    return null;
  },

  async open({ values, clients, readiness, metrics, log, onStop }) {
    // Loaded here, so that other services open first: their threads work while this module is being loaded.
    const { createGateway } = await import("./gateway.ts");
    if (values.trustProxy > 0 && values.publicUrl === null) {
      log.warn("--trust-proxy without --public-url: links in responses use the address behind the proxy");
    }
    const build = values.noPage
      ? null
      : openPage((page) => {
          if (page.state === "failed") log.error({ reason: page.reason }, "the page could not be built");
        });
    if (build !== null) onStop("page", () => build.end());
    const app = await createGateway({
      backends: { ...clients, savedScenarios: clients["saved-scenarios"] },
      readiness,
      metrics,
      log,
      bodyLimit: values.bodyLimit * 1024,
      rateLimit: values.rateLimit,
      trustProxy: values.trustProxy,
      publicUrl: values.publicUrl,
      contact: values.contact,
      clients: readClients(values.oidcClients),
      registration: values.oidcRegistration,
      issuers: readIssuers(values.oidcSignIn),
      cors: values.cors,
      page: build?.page ?? null,
      documentation: existsSync(DOCUMENTATION) ? DOCUMENTATION : null,
    });
    onStop("gateway", () => app.close());
    return {
      listen: () => app.listen({ host: values.host, port: values.port }),
      onStarted: () => build?.start(),
      notes: (url) => [
        ...(build === null ? [] : [["page", url] as const]),
        ["api", `${url}/api/v3 (documentation: ${url}/docs)`],
      ],
    };
  },
});
