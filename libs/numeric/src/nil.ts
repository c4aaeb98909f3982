/**
 * Whether a number is nil. In columns and node figures NaN represents nil ("no value"), which differs from 0. Nil is
 * not an error, and comparisons with it are false.
 */
export const isNil = (value: number): boolean => Number.isNaN(value);
