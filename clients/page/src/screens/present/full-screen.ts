/** Full screen, where the browser supports it: phones and embedded pages may not. */

/** Fills the screen with the page; needs a key or a click of the user. */
export function enterFullScreen(): void {
  // A refusal changes nothing: the presentation fills the window.
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
}
