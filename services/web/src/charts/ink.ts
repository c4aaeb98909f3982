/** The value of a design token as the page shows it now, for canvases, which know no tokens: `c-wind-sea`. */
export const ink = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
