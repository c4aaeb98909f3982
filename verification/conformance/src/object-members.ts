/** Names that every JavaScript object has, though no request gave it any: a plain object is no dictionary of what clients send. */
export const OBJECT_MEMBERS: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
