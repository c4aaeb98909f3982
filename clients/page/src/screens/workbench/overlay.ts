/** The search, the list of keys and the choice of numbers, which buttons, keys and actions open. */
import { createStore } from "zustand/vanilla";

/** Null if all are closed. */
export const overlay = createStore<{ readonly shown: "find" | "keys" | "numbers" | null }>()(() => ({ shown: null }));
