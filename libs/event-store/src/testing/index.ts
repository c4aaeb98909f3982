/** For tests: the stores that this machine offers, each empty and gone afterwards. */
export { findPostgres, testStores, type TestStore } from "./stores.ts";
