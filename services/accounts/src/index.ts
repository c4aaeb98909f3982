/** Accounts of people, and their credentials. */
export { type Accounts, operatorCause } from "./people/accounts.ts";
export { openAccounts, type AccountStores, accountStoresOf } from "./open.ts";
export { accounts } from "./service.ts";
export { unsealWith, UnreadableError, Vault } from "./people/vault.ts";
