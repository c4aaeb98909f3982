/** Pages generated from the OpenAPI document: an overview, one per group of operations, and one of shared parts. */
import { readFileSync } from "node:fs";
import { html, type Html, type Page, Script } from "../pages/html.ts";
import { type ApiDocument, operationsByGroup } from "./api-document.ts";
import { operationSection } from "./operation-view.ts";
import { paragraphs, renderInline } from "./prose.ts";
import { exampleText, fieldsOf, kindOf, OVERVIEW, SHARED } from "./schema-view.ts";

const addressOf = (group: string): string => `/docs/${group.toLowerCase().replaceAll(" ", "-")}`;

/** All pages by path. */
export function referencePages(document: ApiDocument): ReadonlyMap<string, Page> {
  const groups = operationsByGroup(document);
  const script = new Script(readFileSync(new URL("try.js", import.meta.url), "utf8"));
  const pages = [...groups].map(([group, operations]): readonly [string, Page] => [
    addressOf(group),
    {
      title: group,
      isWide: true,
      script,
      body: html`${links(groups.keys(), group)} ${tokenField} ${operations.map(operationSection)}`,
    },
  ]);
  return new Map([[OVERVIEW, overview(document, groups)], ...pages, [SHARED, sharedParts(document, groups.keys())]]);
}

function links(groups: Iterable<string>, currentPage: string): Html {
  const all = [["Overview", OVERVIEW], ...[...groups].map((group) => [group, addressOf(group)]), ["Shared", SHARED]];
  return html`<nav aria-label="API">
    ${all.map(([name = "", address = ""]) =>
      name === currentPage
        ? html`<a href="${address}" aria-current="page">${name}</a> `
        : html`<a href="${address}">${name}</a> `,
    )}
  </nav>`;
}

const tokenField = html`<div class="try" hidden>
  <label>Access token <input id="token" type="password" autocomplete="off" /></label>
  <p>Without one, requests use the session of <a href="/yours">the page</a>.</p>
</div>`;

function overview({ info, components, tags }: ApiDocument, groups: ReturnType<typeof operationsByGroup>): Page {
  return {
    title: "API",
    isWide: true,
    body: html`${paragraphs(info.description)}
      <h2>Tokens</h2>
      ${Object.values(components.securitySchemes).map(({ description }) => paragraphs(description))}
      ${contactView(info.contact)}
      <h2>For programs</h2>
      <p>
        This API as an OpenAPI 3.1 document: <a href="/docs/json">JSON</a>, <a href="/docs/yaml">YAML</a>. Schemas,
        errors and headers used by several operations are on <a href="${SHARED}">a separate page</a>.
      </p>
      ${[...groups].map(
        ([group, operations]) =>
          html`<h2><a href="${addressOf(group)}">${group}</a></h2>
            <p>${tags.find(({ name }) => name === group)?.description ?? null}</p>
            <ul>
              ${operations.map(
                ({ ids, methods, path, summary }) =>
                  html`<li>
                    <a href="${addressOf(group)}#${ids[0]!}">${renderInline(summary)}</a><br />
                    <span class="method">${methods.join(" or ")}</span> <code>${path}</code>
                  </li>`,
              )}
            </ul>`,
      )}`,
  };
}

/** A link to the operators, if a contact is set. */
function contactView({ name, url, email }: ApiDocument["info"]["contact"]): Html | null {
  const address = url ?? (email === undefined ? undefined : `mailto:${email}`);
  if (address === undefined) return null;
  return html`<h2>Contact</h2>
    <p>${name}: <a href="${address}">${url ?? email!}</a></p>`;
}

function sharedParts({ components }: ApiDocument, groups: Iterable<string>): Page {
  const { schemas, responses, headers } = components;
  return {
    title: "Shared",
    isWide: true,
    body: html`${links(groups, "Shared")}
      <h2>Schemas</h2>
      ${Object.entries(schemas).map(
        ([name, schema]) =>
          html`<h3 id="${name}">${name}</h3>
            ${schema.description === undefined ? null : paragraphs(schema.description)}
            ${fieldsOf(schema) ?? html`<p>${kindOf(schema)}</p>`}
            ${schema.example === undefined ? null : html`<pre>${exampleText(schema.example)}</pre>`}`,
      )}
      <h2>Errors and other responses</h2>
      ${Object.entries(responses).map(
        ([name, { description = "" }]) =>
          html`<h3 id="${name}">${name.replace("Error", "")}</h3>
            ${paragraphs(description)}`,
      )}
      <h2>Headers</h2>
      <dl>
        ${Object.entries({ ...headers }).map(
          ([name, { description, schema }]) =>
            html`<dt id="${name}"><code>${name}</code> ${kindOf(schema)}</dt>
              <dd>${renderInline(description)}</dd>`,
        )}
      </dl>`,
  };
}
