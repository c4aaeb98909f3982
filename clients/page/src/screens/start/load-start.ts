/**
 * Loads the start screen. If the page opens with it, `main.ts` requests it in parallel with the components.
 */
export const loadStart = () => import("./Start.tsx");
