/** Patterns for marks that must differ in more than colour; defined once for the page. */
import { HATCHES } from "./ink.ts";

export function Hatches() {
  return (
    <svg width={0} height={0} aria-hidden="true" style={{ position: "absolute" }}>
      <defs>
        {Object.entries(HATCHES).map(([name, path]) => (
          <pattern key={name} id={`hatch-${name}`} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} style={{ fill: `var(--c-${name})` }} />
            <path d={path} style={{ stroke: `var(--c-${name}-edge, var(--ink))`, strokeWidth: 1.2, fill: "none" }} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The fill and the outline of a mark. */
export const inkOf = ({ colour, hatch }: { readonly colour: string; readonly hatch: string | null }) => ({
  fill: hatch === null ? `var(--${colour})` : `url(#hatch-${hatch})`,
  stroke: `var(--${colour}-edge, transparent)`,
  strokeWidth: 1,
});
