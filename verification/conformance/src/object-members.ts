/**
 * Names of members of every JavaScript object, which clients may send as keys: they must not be looked up in a plain
 * object.
 */
export const OBJECT_MEMBERS: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
