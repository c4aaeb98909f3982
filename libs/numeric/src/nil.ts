/**
 * Whether there is no value. In columns and in figures of nodes NaN stands for nil, "no value", which is something else
 * than 0; it is not an error, and comparing it answers false.
 */
export const isNil = (value: number): boolean => Number.isNaN(value);
