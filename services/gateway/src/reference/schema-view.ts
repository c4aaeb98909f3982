/** Renders schemas as nested lists of their fields. */
import { html, Html } from "../pages/html.ts";
import { nameOf, type Schema } from "./api-document.ts";
import { renderInline } from "./prose.ts";

/** Page that lists all operations. */
export const OVERVIEW = "/docs/api";
/** Page that describes parts used by several operations. */
export const SHARED = "/docs/shared";

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Short description of a value's type. */
export function kindOf(schema: Schema): Html {
  const { $ref, anyOf, oneOf, items, additionalProperties, format } = schema;
  if ($ref !== undefined) {
    const name = nameOf({ $ref });
    return html`<a href="${SHARED}#${name}">${name}</a>`;
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return join(choices.map(kindOf), " or ");
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) {
    return join(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      " or ",
    );
  }
  if (items !== undefined) return html`list of ${kindOf(items)}`;
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0) {
    return html`object, by name: ${kindOf(additionalProperties)}`;
  }
  if (format === "binary") return html`file`;
  const type = [schema.type ?? "any"].flat().join(" or ");
  return html`${format === undefined ? type : `${type} (${format})`}`;
}

function limitsOf({ minimum, maximum, readOnly, ...schema }: Schema): string {
  const minimumText = minimum === undefined || minimum <= -MAX_INTEGER ? null : `at least ${minimum}`;
  const maximumText = maximum === undefined || maximum >= MAX_INTEGER ? null : `at most ${maximum}`;
  const defaultText = schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`;
  return [minimumText, maximumText, defaultText, readOnly === true ? "read only" : null]
    .filter((item) => item !== null)
    .join(", ");
}

/** Type, limits and whether the value is required. */
export function factsOf(schema: Schema, isRequired: boolean): Html {
  const limits = limitsOf(schema);
  return html`${kindOf(schema)}${limits === "" ? null : `, ${limits}`}${isRequired ? ", required" : null}`;
}

/** The fields of an object, of list items or of map values, to any depth; null if there are none. */
export function fieldsOf(schema: Schema): Html | null {
  const { properties, required = [], items, additionalProperties } = schema;
  if (properties !== undefined && Object.keys(properties).length > 0) {
    return html`<dl>
      ${Object.entries(properties).map(
        ([name, field]) =>
          html`<dt><code>${name}</code> ${factsOf(field, required.includes(name))}</dt>
            <dd>
              ${field.description === undefined ? null : html`<p>${renderInline(field.description)}</p>`}${fieldsOf(field)}
            </dd>`,
      )}
    </dl>`;
  }
  if (items !== undefined) return fieldsOf(items);
  if (typeof additionalProperties === "object") return fieldsOf(additionalProperties);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map(fieldsOf).filter((item) => item !== null);
  return choices.length === 0 ? null : html`${choices}`;
}

const MAX_EXAMPLE_LENGTH = 4_000;

/** A value as text, shortened to a readable length. */
export function exampleText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}\n…` : text;
}

function join(pieces: readonly Html[], separator: string): Html {
  return new Html(pieces.map(({ text }) => text).join(separator));
}
