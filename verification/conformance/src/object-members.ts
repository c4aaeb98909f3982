/** Names that every JavaScript object has: a plain object must not be a dictionary of clients' keys. */
export const OBJECT_MEMBERS: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
