/**
 * Parts of a scenario that are replaced as a whole: an order, a curve, couplings, or all values by an earlier version.
 */
import type { Api, Change } from "@etesian/client";
import { type OrderName, ORDERS } from "@etesian/sliders/orders";

export type Replacement =
  /** Empty for the default order. */
  | { readonly kind: "order"; readonly name: OrderName; readonly members: readonly string[] }
  /** Null if no file is attached. */
  | { readonly kind: "curve"; readonly key: string; readonly file: File | null }
  | { readonly kind: "coupling"; readonly groups: readonly string[]; readonly step: CouplingStep }
  | { readonly kind: "version"; readonly version: number };

/**
 * `couple` activates groups of sliders that an external model sets; `uncouple` deactivates them and keeps the values of
 * their sliders; `remove` deactivates all groups and resets their sliders.
 */
export type CouplingStep = "couple" | "uncouple" | "remove";

/** A replacement and its inverse. */
export interface ReversibleReplacement {
  readonly to: Replacement;
  readonly from: Replacement;
}

export const inverseOf = ({ to, from }: ReversibleReplacement): ReversibleReplacement => ({ to: from, from: to });

/** Identifies the part of the scenario that it replaces, by a name that no slider has. */
export function partOf(replacement: Replacement): string {
  switch (replacement.kind) {
    case "order":
      return `order ${replacement.name}`;
    case "curve":
      return `curve ${replacement.key}`;
    case "coupling":
      return "couplings";
    case "version":
      return "version";
  }
}

/** The parts, other than sliders, that a change replaces. */
export function partsReplacedBy({ type, data }: Change): readonly string[] {
  switch (type) {
    case "order_set":
      return [`order ${data.name}`];
    case "curve_attached":
    case "curve_detached":
      return [`curve ${data.key}`];
    case "couplings_activated":
    case "couplings_uncoupled":
    case "couplings_deactivated":
      return ["couplings"];
    default:
      return [];
  }
}

/**
 * Stores a replacement.
 * @param command identifies the change, so that it is stored only once
 * @returns the server's warnings
 * @throws ApiError if it is refused
 */
export async function replace(
  api: Api,
  id: number,
  replacement: Replacement,
  command: string,
): Promise<readonly string[]> {
  const header = { "Idempotency-Key": command };
  switch (replacement.kind) {
    case "order":
      await writeOrder(api, id, replacement.name, replacement.members, header);
      return [];
    case "curve":
      return writeCurve(api, id, replacement, header);
    case "coupling":
      await writeCoupling(api, id, replacement, header);
      return [];
    case "version":
      await api.POST("/api/v3/scenarios/{id}/restore", {
        params: { path: { id }, header },
        body: { version: replacement.version },
      });
      return [];
  }
}

/** Sets an order; an empty list restores the default. */
export async function writeOrder(
  api: Api,
  id: number,
  name: OrderName,
  members: readonly string[],
  header: { readonly "Idempotency-Key"?: string } = {},
): Promise<void> {
  const { type, level } = ORDERS[name];
  await api.PUT("/api/v3/scenarios/{id}/user_sortables/{type}", {
    params: { path: { id, type }, header },
    body: { order: [...members], ...(level === null ? {} : { subtype: level }) },
  });
}

async function writeCoupling(
  api: Api,
  id: number,
  { groups, step }: Extract<Replacement, { readonly kind: "coupling" }>,
  header: { readonly "Idempotency-Key": string },
): Promise<void> {
  const params = { path: { id }, header };
  if (step === "couple") await api.POST("/api/v3/scenarios/{id}/couple", { params, body: { groups: [...groups] } });
  else {
    const body = step === "remove" ? { force: true } : { groups: [...groups] };
    await api.POST("/api/v3/scenarios/{id}/uncouple", { params, body });
  }
}

async function writeCurve(
  api: Api,
  id: number,
  { key, file }: Extract<Replacement, { readonly kind: "curve" }>,
  header: { readonly "Idempotency-Key": string },
): Promise<readonly string[]> {
  const params = { path: { id, curve_key: key }, header };
  if (file === null) {
    await api.DELETE("/api/v3/scenarios/{id}/custom_curves/{curve_key}", { params });
    return [];
  }
  const { data } = await api.PUT("/api/v3/scenarios/{id}/custom_curves/{curve_key}", { params, body: { file } });
  return data?.warnings ?? [];
}

/** The curve file attached to a scenario, with the numbers as the server stores them. */
export async function readCurveFile(api: Api, id: number, key: string, name: string): Promise<File> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/custom_curves/{curve_key}", {
    params: { path: { id, curve_key: `${key}.csv` } },
    parseAs: "text",
  });
  return new File([data as unknown as string], name, { type: "text/csv" });
}
