/** The sign-in dialog, which any part of the page can open. */
import { createStore } from "zustand/vanilla";
import { visitor } from "../server.ts";

interface SignInDialogState {
  readonly isOpen: boolean;
  /** Number of changes that signing in would save; null if the dialog is not about changes. */
  readonly changes: number | null;
}

export const signInDialog = createStore<SignInDialogState>()(() => ({ isOpen: false, changes: null }));

/**
 * Opens the dialog unless a person is signed in.
 * @param changes number of changes that signing in would save; null if the dialog is not about changes
 * @returns whether a person is signed in when the dialog closes
 */
export async function ensureSignedIn(changes: number | null): Promise<boolean> {
  if (visitor.state.getState().person !== null) return true;
  signInDialog.setState({ isOpen: true, changes });
  return new Promise((resolve) => {
    const unsubscribe = signInDialog.subscribe(({ isOpen }) => {
      if (isOpen) return;
      unsubscribe();
      resolve(visitor.state.getState().person !== null);
    });
  });
}
