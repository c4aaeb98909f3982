/** Renders an operation: description, parameters, responses, and a form to try it. */
import { html, type Html } from "../pages/html.ts";
import { type Content, nameOf, type Operation, type Parameter } from "./api-document.ts";
import { paragraphs, renderInline } from "./prose.ts";
import { exampleText, factsOf, fieldsOf, kindOf, SHARED } from "./schema-view.ts";

/** Headers that every operation accepts. */
const COMMON_HEADERS = ["X-Request-Id", "traceparent"];

const joinNames = (names: readonly string[]): string => names.join(", ");

export function operationSection(operation: Operation): Html {
  const { ids, methods, path, summary, description, deprecated = false } = operation;
  const [id = "", ...others] = ids;
  return html`<section>
    <h2 id="${id}">${renderInline(summary)}</h2>
    ${others.map((otherId) => html`<span id="${otherId}"></span>`)}
    <p><span class="method">${methods.join(" or ")}</span> <code>${path}</code></p>
    ${deprecated ? html`<p><strong>Deprecated</strong></p>` : null}
    ${description === undefined ? null : paragraphs(description)}
    <p>${tokenText(operation)}</p>
    ${parameterList(operation.parameters)} ${bodyView(operation)} ${responseList(operation)} ${tryForm(operation)}
  </section>`;
}

function tokenText({ security = [] }: Operation): string {
  const token = security.find((requirement) => Object.keys(requirement).length > 0);
  if (token === undefined) return "No token is required.";
  const scopes = Object.values(token).flat();
  if (security.length === 1) return `Requires a token${scopes.length === 0 ? "" : ` with ${joinNames(scopes)}`}.`;
  return `A token is optional${scopes.length === 0 ? "" : `; if sent, it needs ${joinNames(scopes)}`}.`;
}

function parameterList(all: readonly Parameter[]): Html | null {
  const parameters = all.filter(({ name }) => !COMMON_HEADERS.includes(name));
  if (parameters.length === 0) return null;
  return html`<h3>Parameters</h3>
    <dl>
      ${parameters.map(
        ({ name, in: location, schema, required = false, description }) =>
          html`<dt><code>${name}</code> in the ${location}: ${factsOf(schema, required)}</dt>
            <dd>${description === undefined ? null : renderInline(description)}</dd>`,
      )}
    </dl>`;
}

const FORM = "application/x-www-form-urlencoded";

function bodyView({ body }: Operation): Html | null {
  if (Object.keys(body).length === 0) return null;
  const { [FORM]: form, ...others } = body;
  return html`<h3>Body</h3>
    ${contentView(others)} ${form === undefined ? null : html`<p>Or the same fields as <code>${FORM}</code>.</p>`}`;
}

const contentView = (content: Content): Html =>
  html`${Object.entries(content).map(([type, { schema = {}, example = schema.example }]) => {
    const fields = fieldsOf(schema);
    return html`<p><code>${type}</code>: ${kindOf(schema)}</p>
      ${fields === null ? null : collapsible("Fields", fields)}
      ${example === undefined ? null : collapsible("Example", html`<pre>${exampleText(example)}</pre>`)}`;
  })}`;

const collapsible = (title: string, content: Html): Html =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`;

function responseList({ responses }: Operation): Html {
  const ownResponses = Object.entries(responses).flatMap(([status, response]) =>
    "$ref" in response ? [] : [{ status, ...response }],
  );
  const sharedResponses = Object.entries(responses).flatMap(([status, response]) =>
    "$ref" in response ? [{ status, name: nameOf(response) }] : [],
  );
  return html`<h3>Responses</h3>
    <dl>
      ${ownResponses.map(
        ({ status, description = "", headers = {}, content = {} }) =>
          html`<dt>${status}: ${renderInline(description)}</dt>
            <dd>
              ${contentView(content)}
              <p>
                Headers:
                ${Object.entries(headers).map(([name, header]) => ("$ref" in header ? html`<a href="${SHARED}#${name}">${name}</a> ` : html`${name} `))}
              </p>
            </dd>`,
      )}
    </dl>
    <p>Others: ${sharedResponses.map(({ status, name }) => html`<a href="${SHARED}#${name}">${status}</a> `)}</p>`;
}

function tryForm({ methods, path, parameters, body }: Operation): Html {
  const ownParameters = parameters.filter(({ name }) => !COMMON_HEADERS.includes(name));
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-method="${methods[0]!}" data-path="${path}">
      ${ownParameters.map(parameterField)} ${bodyFields(body)}
      <button type="submit">Send</button>
      <button type="button" class="stop" hidden>Stop</button>
      <p role="status"></p>
      <pre hidden></pre>
    </form>
  </details>`;
}

function parameterField({ name, in: location, required = false, schema }: Parameter): Html {
  const label = html`${name} (${location}${required ? ", required" : null})`;
  if (schema.enum !== undefined) {
    const values = schema.enum.map(String);
    return html`<label
      >${label}
      <select name="${name}" data-in="${location}">
        ${required ? null : html`<option></option>`} ${values.map((value) => html`<option>${value}</option>`)}
      </select></label
    >`;
  }
  const example = required && schema.example !== undefined ? exampleText(schema.example) : "";
  const requiredAttribute = html`${required ? "required" : null}`;
  return html`<label
    >${label} <input name="${name}" data-in="${location}" value="${example}" ${requiredAttribute}
  /></label>`;
}

function bodyFields(content: Content): Html | null {
  const json = content["application/json"];
  if (json !== undefined) {
    const { schema = {}, example = schema.example } = json;
    return html`<label
      >Body (JSON)
      <textarea rows="6" data-in="json" spellcheck="false">
${example === undefined ? "" : exampleText(example)}</textarea>
    </label>`;
  }
  const fields = content["multipart/form-data"]?.schema?.properties;
  if (fields === undefined) return null;
  return html`${Object.entries(fields).map(([name, { format }]) => {
    const type = format === "binary" ? "file" : "text";
    return html`<label>${name} (form) <input name="${name}" data-in="form" type="${type}" /></label>`;
  })}`;
}
