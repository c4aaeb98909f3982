/** The workbench's actions. Shortcuts, the search and the list of shortcuts are derived from this table. */
export const ACTIONS = [
  { id: "find", keys: "Ctrl K" },
  { id: "undo", keys: "Ctrl Z" },
  { id: "redo", keys: "Ctrl Shift Z" },
  { id: "previousSlider", keys: "[" },
  { id: "nextSlider", keys: "]" },
  { id: "table", keys: "t" },
  { id: "comment", keys: "m" },
  { id: "compare", keys: "c" },
  { id: "hours", keys: null },
  { id: "explore", keys: null },
  { id: "years", keys: null },
  { id: "previousYear", keys: "," },
  { id: "nextYear", keys: "." },
  { id: "workbench", keys: null },
  { id: "present", keys: "p" },
  { id: "report", keys: null },
  { id: "numbers", keys: null },
  { id: "customQuery", keys: null },
  { id: "history", keys: null },
  { id: "downloads", keys: null },
  { id: "curves", keys: null },
  { id: "orders", keys: null },
  { id: "couplings", keys: null },
  { id: "settings", keys: null },
  { id: "dictionary", keys: null },
  { id: "tour", keys: null },
  { id: "copyLink", keys: null },
  { id: "theme", keys: null },
  { id: "language", keys: null },
  { id: "start", keys: null },
  { id: "keys", keys: "?" },
] as const satisfies readonly { readonly id: string; readonly keys: string | null }[];

export type ActionId = (typeof ACTIONS)[number]["id"];

/** The pressed key, and the control that has the focus. */
export interface KeyPress {
  readonly key: string;
  readonly isCommand: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
  /** Whether a text field has the focus, or a dialog is open. */
  readonly isTyping: boolean;
}

/**
 * The action of a key; null if it has none. In dialogs and fields, only the search's key has an action; undo and redo,
 * for example, belong to the field.
 */
export function actionOf({ key, isCommand, isAlt, isShift, isTyping }: KeyPress): ActionId | null {
  if (isAlt) return null;
  const name = isCommand ? `Ctrl ${isShift ? "Shift " : ""}${key.toUpperCase()}` : key;
  const action = ACTIONS.find(({ keys }) => keys === name);
  if (action === undefined || (isTyping && action.id !== "find")) return null;
  return action.id;
}
