/** The sliders that matter: the effect of each on a number, alone or while the others vary. */
import { useWorkspace } from "../session-context.tsx";
import { EffectsAlone } from "./EffectsAlone.tsx";
import { EffectsTogether } from "./EffectsTogether.tsx";
import type { ViewProps } from "./view.ts";

export function WhatMatters(props: ViewProps) {
  const { explorations } = useWorkspace().session;
  // The server calculates sweeps, whose sliders vary together.
  const isTogether = props.move === "together" || props.sweep !== null || !explorations.isPossible("ends");
  return isTogether ? <EffectsTogether {...props} move="together" /> : <EffectsAlone {...props} />;
}
