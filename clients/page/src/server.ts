/** The server that the page uses, and the page's visitor. */
import { connect } from "@etesian/client";
import { browserStorage, isolateUserData, preservePreferences } from "./account/personal-data.ts";
import { addSessionHandling } from "./account/session-requests.ts";
import { Visitor } from "./account/visitor.ts";

/** The browser's storage. */
export const storage = browserStorage();
export const visitor = new Visitor(fetch, new BroadcastChannel("etesian.visitor"), (work) =>
  preservePreferences(storage, work),
);
export const api = connect({ url: location.origin });
addSessionHandling(visitor, api);

const { caches } = globalThis as { readonly caches?: CacheStorage };
isolateUserData(visitor.state, { storage, caches, restart });

function restart(): void {
  document.title = "Etesian";
  document.querySelector<HTMLElement>("#page")!.style.display = "none";
  // This URL has no content for guests.
  const isEmpty = location.pathname === "/yours" && visitor.state.getState().person === null;
  if (isEmpty) location.replace("/");
  else location.reload();
}

/** Needed because pages without scripts do not notify other tabs of a sign-in or sign-out. */
function refreshVisitor(): void {
  if (document.visibilityState === "visible") void visitor.refresh();
}
document.addEventListener("visibilitychange", refreshVisitor);
window.addEventListener("focus", refreshVisitor);
window.addEventListener("pageshow", ({ persisted }) => persisted && refreshVisitor());

/**
 * Creates a UUID that identifies a change; the history returns it only to this page. `crypto.randomUUID` is missing on
 * plain HTTP; random bytes are available.
 */
export function newCommand(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
