/**
 * Loads the start screen, which `main.ts` requests together with the components if the URL is that of the start screen.
 */
export const loadStart = () => import("./Start.tsx");
