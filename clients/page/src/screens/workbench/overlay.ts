/** The search and the list of keys, which buttons, keys and actions open. */
import { createStore } from "zustand/vanilla";

/** Null if both are closed. */
export const overlay = createStore<{ readonly shown: "find" | "keys" | null }>()(() => ({ shown: null }));
