/** The OpenAPI document: descriptions of routes, completed with rules for all routes. */
import swagger from "@fastify/swagger";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import {
  mapValues,
  withoutUnusedComponents,
  withPlainNames,
  withSharedBodies,
  withSharedParameters,
} from "./components.ts";
import type { Components, Paths } from "./described.ts";
import { headerComponents } from "./headers.ts";
import { withWarnings } from "./warnings.ts";
import { TAGS } from "./tags.ts";
import { completeOperation, responseComponents, TOKEN } from "./operations.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A change whose response has the new version as `ETag`. */
    readonly returnsVersion?: true;
    /** A PUT, POST, PATCH or DELETE that changes nothing. */
    readonly changesNothing?: true;
  }
}

const DESCRIPTION = `Scenarios of an energy-system model: sliders in; figures, tables and hourly curves out.

Bodies are JSON or forms with brackets (\`scenario[end_year]=2040\`); fields may also be in the query string. Paths of JSON
resources may end in \`.json\` or a slash. \`PUT\` and \`PATCH\` are equivalent. \`HEAD\` gets the same headers as \`GET\`, without
a body. Other methods on a known path get 405, with the allowed methods in \`Allow\`.

Every error is \`{"errors": [...]}\`, a list of messages, or \`{"errors": {field: [...]}}\`. Its error code is in the header
\`X-Error-Code\`. (A browser that opens a URL gets a page instead.)

\`ETag\` is the version of a scenario: a change with \`If-Match\` is refused if the scenario has changed since then, and
a read with \`If-None-Match\` gets 304 if it has not. A change with an \`Idempotency-Key\` is applied once, however often
it is sent; another route, body or file with the same key gets 422, \`idempotency_key_used\`.

A TypeScript client is available at [/docs/client.tgz](/docs/client.tgz): pass the full URL to \`npm install\`. A Python
package is available at [/docs/${WHEEL_NAME}](/docs/${WHEEL_NAME}): pass the full URL to \`pip install\`.`;

/** Creates the document that `app.swagger()` returns. Call it before routes are registered. */
export async function describeApi(app: FastifyInstance, contact: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Etesian",
        version: "3",
        description: DESCRIPTION,
        license: { name: "MIT", identifier: "MIT" },
        contact: contactInfo(contact),
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      servers: [{ url: "/", description: "This server" }],
      components: {
        securitySchemes: {
          [TOKEN]: {
            type: "http",
            scheme: "bearer",
            description:
              "A token, as `Authorization: Bearer …` or, for download links, as the `access_token` parameter of GET requests. " +
              "[Create a token](/yours#tokens) under *Your scenarios*, or on the command line: `npm run accounts -- token EMAIL`.",
          },
        },
      },
    },
    transform: transformRoute,
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new Error("the document is not OpenAPI 3");
      return completeDocument(jsonSchemaTransformObject(document) as Document);
    },
  });
}

const MAILTO = "mailto:";
/** The operators' contact, if it is set. */
function contactInfo(contact: string | null) {
  const name = "The operator of this server";
  if (contact === null) return { name };
  return contact.startsWith(MAILTO) ? { name, email: contact.slice(MAILTO.length) } : { name, url: contact };
}

/** The schema of a route, and the parts of its configuration that the document needs. */
const transformRoute: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  const { access, returnsVersion, returnsNumbers, changesNothing } = route.route.config ?? {};
  const facts = {
    "x-access": access,
    "x-returns-version": returnsVersion,
    "x-returns-numbers": returnsNumbers,
    "x-changes-nothing": changesNothing,
  };
  return { schema: { ...schema, ...facts }, url };
};

interface Document {
  readonly paths: Paths;
  readonly components: Components;
}

function completeDocument({ paths: rawPaths, components: plainComponents, ...document }: Document): object {
  const { paths: describedPaths, components } = withWarnings(rawPaths, plainComponents);
  const completedPaths = mapValues(describedPaths, (operations, path) =>
    mapValues(operations, (operation, method) =>
      completeOperation({ method, path, operation, allPaths: describedPaths, schemas: components["schemas"] ?? {} }),
    ),
  );
  const { paths: pathsWithSharedBodies, requestBodies } = withSharedBodies(completedPaths);
  const { paths, parameters } = withSharedParameters(pathsWithSharedBodies);
  const sharedComponents = {
    ...components,
    requestBodies,
    parameters: { ...parameters, ...headerComponents.parameters },
    headers: headerComponents.headers,
    responses: responseComponents(),
  };
  return withPlainNames({ ...document, paths, components: withoutUnusedComponents(paths, sharedComponents) });
}
