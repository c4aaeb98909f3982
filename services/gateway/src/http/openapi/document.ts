/** The OpenAPI document: the descriptions of routes, completed with the rules that hold for all of them. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { referenceRoutes } from "../../reference/routes.ts";
import { mapped, withoutUnused, withPlainNames, withSharedBodies, withSharedParameters } from "./components.ts";
import type { Components, Paths } from "./described.ts";
import { headerComponents } from "./headers.ts";
import { withWarnings } from "./warnings.ts";
import { TAGS } from "./tags.ts";
import { finishedOperation, responseComponents, TOKEN } from "./operations.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A change that is answered with the `ETag` of the version it has made. */
    readonly answersVersion?: true;
    /** Asked for as changes are, and changes nothing. */
    readonly changesNothing?: true;
  }
}

const DESCRIPTION = `Scenarios of an energy-system model: sliders in; figures, tables and hourly curves out.

Bodies are JSON or forms with brackets (\`scenario[end_year]=2040\`); fields may also be in the query string. Paths of JSON
resources may end in \`.json\`, and in a slash. \`PUT\` and \`PATCH\` do the same. \`HEAD\` is answered as \`GET\`, without the
body. Other methods of a known path are answered 405, with the possible ones in \`Allow\`.

Every error is \`{"errors": [...]}\`, a list of sentences, or \`{"errors": {field: [...]}}\`. Its code for programs is in the
header \`X-Error-Code\`. (Browsers that open an address get a page instead.)

\`ETag\` is the version of a scenario: a change with \`If-Match\` is refused if the scenario has changed since, and a read
with \`If-None-Match\` is answered 304 if it has not. A change with an \`Idempotency-Key\` is applied once, however often it is
sent; another route, body or file under the same key is answered 422, \`idempotency_key_used\`.

A client for TypeScript is at [/docs/client.tgz](/docs/client.tgz): \`npm install\` takes its full address.`;

/** Serves the document at `/docs/json`, and pages made from it at `/docs`. To be called before routes are registered. */
export async function describeApi(app: FastifyInstance, contact: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Etesian",
        version: "3",
        description: DESCRIPTION,
        license: { name: "MIT", identifier: "MIT" },
        contact: contactIn(contact),
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      servers: [{ url: "/", description: "This server" }],
      components: {
        securitySchemes: {
          [TOKEN]: {
            type: "http",
            scheme: "bearer",
            description:
              "A token, as `Authorization: Bearer …` or, for links to downloads, as the parameter `access_token` of GETs. " +
              "[Make a token](/account) on the page of your account, or on the command line: `npm run accounts -- token EMAIL`.",
          },
        },
      },
    },
    transform: withConfig,
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new Error("the document is of another kind than OpenAPI 3");
      return finished(jsonSchemaTransformObject(document) as Document);
    },
  });
  referenceRoutes(app);
}

const MAILTO = "mailto:";
/** The contact of the server's operators, where it is set. */
function contactIn(contact: string | null) {
  const name = "The operator of this server";
  if (contact === null) return { name };
  return contact.startsWith(MAILTO) ? { name, email: contact.slice(MAILTO.length) } : { name, url: contact };
}

/** The schema of a route, and the facts of its configuration for the document. */
const withConfig: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  const { access, answersVersion, answersNumbers, changesNothing } = route.route.config ?? {};
  const facts = {
    "x-access": access,
    "x-answers-version": answersVersion,
    "x-answers-numbers": answersNumbers,
    "x-changes-nothing": changesNothing,
  };
  return { schema: { ...schema, ...facts }, url };
};

interface Document {
  readonly paths: Paths;
  readonly components: Components;
}

/** The whole document, once routes have said what they have to. */
function finished({ paths: plain, components: plainComponents, ...document }: Document): object {
  const { paths: described, components } = withWarnings(plain, plainComponents);
  const all = mapped(described, (operations, path) =>
    mapped(operations, (operation, method) =>
      finishedOperation({ method, path, operation, all: described, schemas: components["schemas"] ?? {} }),
    ),
  );
  const { paths: withBodies, requestBodies } = withSharedBodies(all);
  const { paths, parameters } = withSharedParameters(withBodies);
  const shared = {
    ...components,
    requestBodies,
    parameters: { ...parameters, ...headerComponents.parameters },
    headers: headerComponents.headers,
    responses: responseComponents(),
  };
  return withPlainNames({ ...document, paths, components: withoutUnused(paths, shared) });
}
