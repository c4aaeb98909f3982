/** Names of user-sortable orders in requests and workbooks. */
import { ORDER_NAMES, type OrderName, ORDERS } from "@etesian/sliders/orders";
import { apiError } from "../http/errors.ts";

type Definition = (typeof ORDERS)[OrderName];
/** Type of an order; heat networks have one order per subtype. */
export type Type = Definition["type"];
type Subtype = NonNullable<Definition["level"]>;

const DEFINITIONS: readonly Definition[] = ORDER_NAMES.map((name) => ORDERS[name]);
export const TYPES: readonly Type[] = [...new Set(DEFINITIONS.map(({ type }) => type))];
/** Temperature levels, lowest first. */
export const SUBTYPES: readonly Subtype[] = DEFINITIONS.flatMap(({ level }) => (level === null ? [] : [level]));

export const isType = (text: string): text is Type => TYPES.some((type) => type === text);

const ordersOfType = (type: Type): readonly OrderName[] => ORDER_NAMES.filter((name) => ORDERS[name].type === type);

/** The name of a type's resource: its order's name without the temperature level. */
export function resourceOf(type: Type): string {
  const name = ordersOfType(type)[0]!;
  const { level } = ORDERS[name];
  return level === null ? name : name.slice(0, -`_${level}`.length);
}

/** The order of a type; throws 400 if a heat network's temperature level is missing, 422 if it is unknown. */
export function orderOf(type: Type, subtype: unknown): OrderName {
  const names = ordersOfType(type);
  if (ORDERS[names[0]!].level === null) return names[0]!;
  if (subtype === undefined || subtype === null || subtype === "") throw apiError("missing_parameter", "subtype");
  const order = names.find((name) => ORDERS[name].level === subtype);
  if (order === undefined) throw apiError("unknown_subtype", JSON.stringify(subtype));
  return order;
}

/** All orders by type; heat networks have one per temperature level. */
export function ordersByType<T>(valueOf: (order: OrderName) => T): {
  readonly [type: string]: T | { readonly [subtype: string]: T };
} {
  return Object.fromEntries(
    TYPES.map((type) => {
      const levels = ordersOfType(type).flatMap((name) => {
        const { level } = ORDERS[name];
        return level === null ? [] : [[level, valueOf(name)] as const];
      });
      return [type, levels.length === 0 ? valueOf(orderOf(type, null)) : Object.fromEntries(levels)];
    }),
  );
}

/** The name of an order in workbooks, such as `heat_network_mt`. */
function workbookNameOf(order: OrderName): string {
  const { type, level } = ORDERS[order];
  return level === null ? type : `${type}_${level}`;
}

/** The order with a name in workbooks; `heat_network` without a level is the lowest one. Undefined if there is none. */
export const orderNamed = (name: string): OrderName | undefined =>
  ORDER_NAMES.find((order) => workbookNameOf(order) === name || ORDERS[order].type === name);

/** Orders that a scenario has set, by their names in workbooks. */
export function ordersByName(orders: { readonly [order: string]: readonly string[] }): {
  readonly [name: string]: readonly string[];
} {
  return Object.fromEntries(
    ORDER_NAMES.flatMap((order) => {
      const keys = orders[order];
      return keys === undefined ? [] : [[workbookNameOf(order), keys]];
    }),
  );
}
