/** The gateway service: its settings, what it needs, how it opens. */
import { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { addDetails, defineService, setting } from "@etesian/service-kit";

import { openPage } from "./page/built-page.ts";
import { ClientsError, readClients } from "./sign-in/clients.ts";
import { readIssuers } from "./sign-in/other-issuers.ts";

const CONTACTS = ["https://", "http://", "mailto:"];
const SITES = ["https://", "http://"];

export const gateway = defineService({
  name: "gateway",
  settings: {
    host: addDetails(
      setting.text("address to listen on; 0.0.0.0 for all", "ADDRESS", "127.0.0.1"),
      "When it is reachable by others, put a proxy with TLS in front: tokens travel with every request, and scenarios made " +
        "without one can be changed by every caller",
    ),
    port: setting.port("port to listen on; 0 for any that is free", 3000),
    bodyLimit: addDetails(
      setting.integer("largest request body, in KB", { min: 64, max: 1_000_000 }, 1024),
      "Larger bodies are answered 413",
    ),
    rateLimit: addDetails(
      setting.integer("requests per minute and client address; 0 for no limit", { min: 0, max: 1e9 }, 0),
      "Further requests are answered 429 with `Retry-After`. Set it where the port is public",
    ),
    trustProxy: addDetails(
      setting.integer("number of proxies in front whose X-Forwarded-… headers are trusted", { min: 0, max: 16 }, 0),
      "`-For` and `-Proto`; no answer names an address from `-Host`, see `--public-url`. Entries further to the left in " +
        "`X-Forwarded-For` are not believed: any client can have written them",
    ),
    publicUrl: addDetails(
      setting.url("public URL, for links in answers and e-mails; by default the address it listens on", SITES, null),
      "Never taken from a request: set it behind a proxy, or with mapped ports. It is also the OpenID " +
        "issuer, and `https:` makes cookies secure",
      "where it listens",
    ),
    contact: addDetails(
      setting.url(
        "where users reach the operators of the server: a web page, or mailto: and an address",
        CONTACTS,
        null,
      ),
      "Shown at `/docs`, and the contact of the OpenAPI document",
      "none",
    ),
    oidcClients: addDetails(
      setting.text("file of OpenID clients: programs that people sign in to with their account here", "FILE", null),
      'A JSON list: `[{"client_id": …, "redirect_uris": […]}]`, with `client_name`, `client_secret` and ' +
        "`post_logout_redirect_uris` where there are any",
      "none",
    ),
    oidcRegistration: addDetails(
      setting.toggle("allow dynamic registration of OpenID clients"),
      "Programs register themselves; people are asked for their consent",
    ),
    oidcSignIn: addDetails(
      setting.text("file of OpenID issuers offered on the sign-in page", "FILE", null),
      'A JSON list: `[{"id": "university", "name": "The University", "issuer": …, "client_id": …}]`, with `client_secret` where ' +
        "there is one. The issuer sends people back to `/sign-in/with/ID/callback`",
      "none",
    ),
    cors: addDetails(
      setting.origins("origins of web pages that may change scenarios without a token, and send cookies"),
      "Pages of every origin may read, and change what the token they show allows. Without a token only the server's own " +
        "page, those of `localhost`, any port, and those of these origins may change anything: others are answered 403. Pages of these origins are named " +
        "in `Access-Control-Allow-Origin`, with `Access-Control-Allow-Credentials`. `*` lets pages of every origin change " +
        "scenarios without a token, and send no cookies",
      "none",
    ),
    noPage: addDetails(
      setting.toggle("serve the API without the page"),
      "`/` then lists the documentation, the account and saved scenarios",
    ),
  },
  needs: {
    scenarios: ScenariosServiceDefinition,
    compute: ComputeServiceDefinition,
    curves: CurvesServiceDefinition,
    accounts: AccountsServiceDefinition,
    "saved-scenarios": SavedScenariosServiceDefinition,
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
    // Loaded here, so that the services before it are opened first: their threads work while this one loads.
    const { createGateway } = await import("./gateway.ts");
    if (values.trustProxy > 0 && values.publicUrl === null) {
      log.warn("--trust-proxy without --public-url: links in answers name the address behind the proxy");
    }
    const build = values.noPage
      ? null
      : openPage((built) => {
          if (built.state === "failed") log.error({ reason: built.reason }, "the page could not be built");
        });
    if (build !== null) onStop("page", () => build.end());
    const app = await createGateway({
      backends: { ...clients, saved: clients["saved-scenarios"] },
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
    });
    onStop("gateway", () => app.close());
    return {
      listen: () => app.listen({ host: values.host, port: values.port }),
      started: () => build?.begin(),
      notes: (url) => [
        ...(build === null ? [] : [["page", url] as const]),
        ["api", `${url}/api/v3 (documentation: ${url}/docs)`],
      ],
    };
  },
});
