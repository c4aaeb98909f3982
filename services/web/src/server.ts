/** The server that the page came from. */
import { connect } from "@etesian/client";

export const api = connect({ url: location.origin });

/** Names a change. `crypto.randomUUID` is missing on plain http; random bytes are there. */
export function newCommand(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
