/**
 * The dialog of downloads, curves, orders, couplings and settings, which other parts of the workbench can also open.
 */
import { createStore } from "zustand/vanilla";

export const DATA_TABS = ["downloads", "curves", "orders", "couplings", "scenario"] as const;
export type DataTab = (typeof DATA_TABS)[number];

/** Null while it is closed. */
export const dataDialog = createStore<{ readonly tab: DataTab | null }>()(() => ({ tab: null }));
