/** Loads the start screen, which `main.ts` requests beside the components where the address is its. */
export const loadStart = () => import("./Start.tsx");
