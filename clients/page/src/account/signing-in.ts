/** The sign-in dialog, which any part of the page can open. */
import { createStore } from "zustand/vanilla";
import { visitor } from "../server.ts";

interface SigningIn {
  readonly isOpen: boolean;
  /** Number of changes that signing in would save; null if the dialog does not concern changes. */
  readonly changes: number | null;
}

export const signingIn = createStore<SigningIn>()(() => ({ isOpen: false, changes: null }));

/**
 * Opens the dialog unless a person is signed in.
 * @param changes number of changes that signing in would save; null if the dialog does not concern changes
 * @returns whether a person is signed in when the dialog closes
 */
export async function signInFirst(changes: number | null): Promise<boolean> {
  if (visitor.state.getState().person !== null) return true;
  signingIn.setState({ isOpen: true, changes });
  return new Promise((resolve) => {
    const stop = signingIn.subscribe(({ isOpen }) => {
      if (isOpen) return;
      stop();
      resolve(visitor.state.getState().person !== null);
    });
  });
}
