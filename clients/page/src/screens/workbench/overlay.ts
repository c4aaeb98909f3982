/**
 * The overlays that buttons, keys and actions open: the search, the list of keys, the choice of numbers, the history
 * and the editor of user-defined queries.
 */
import { createStore } from "zustand/vanilla";

type Shown = "find" | "history" | "keys" | "numbers" | "query" | `query ${number}`;

/** Null if all are closed. `query 2` is the user-defined query with that number, `query` a new one. */
export const overlay = createStore<{ readonly shown: Shown | null }>()(() => ({ shown: null }));
