/** The dialog to sign in, which any part of the page can ask for. */
import { createStore } from "zustand/vanilla";
import { visitor } from "../server.ts";

interface SigningIn {
  readonly isOpen: boolean;
  /** Changes that are kept by it; null if it is about none. */
  readonly changes: number | null;
}

export const signingIn = createStore<SigningIn>()(() => ({ isOpen: false, changes: null }));

/**
 * Opens the dialog unless a person is signed in.
 * @param changes that are kept by it; null if it is about none
 * @returns whether a person is signed in in the end
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
