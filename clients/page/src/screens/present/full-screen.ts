/** Full screen, where the browser supports it: phones and embedded pages may not. */

/** Fills the screen with the page; must be called in response to a key or a click. */
export function enterFullScreen(): void {
  // If the browser refuses, the presentation fills the window.
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
}
