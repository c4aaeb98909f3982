/** Types for the parts of an OpenAPI document that the gateway completes. */
import type { Operation } from "@etesian/contracts/rights";

export interface Reference {
  readonly $ref: string;
}
export const isReference = (value: object): value is Reference => "$ref" in value;

export interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly example?: unknown;
  readonly properties?: { readonly [field: string]: Schema };
}
export interface Content {
  readonly [mediaType: string]: { readonly schema: Schema; readonly example?: unknown };
}
export interface DescribedResponse {
  readonly description?: string;
  readonly content?: Content;
}
export interface RequestBody {
  readonly content: Content;
}
interface DescribedParameter {
  readonly in: string;
  readonly name: string;
}
export type Parameter = DescribedParameter | Reference;

export interface DescribedOperation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: { readonly [status: string]: DescribedResponse };
  /** The operation's row in the table of rights. */
  readonly "x-access"?: Operation;
  readonly "x-returns-version"?: true;
  readonly "x-returns-numbers"?: true;
  readonly "x-changes-nothing"?: true;
}
export interface Paths {
  readonly [path: string]: { readonly [method: string]: DescribedOperation };
}
export interface Components {
  readonly [kind: string]: { readonly [name: string]: object };
}
