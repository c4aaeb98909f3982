/** Explanations of the newest answer; until they arrive, the previous answer's. */
import { useEffect, useRef } from "react";
import type { ExplanationSubject, Explanation } from "../../calculation/calculator.ts";
import { useSession, useWorkspace } from "../session-context.tsx";

export function useExplanations(wanted: readonly ExplanationSubject[]): ReadonlyMap<ExplanationSubject, Explanation> {
  const { session } = useWorkspace();
  const known = useSession((state) => state.explanations);
  const shown = useSession((state) => state.answer);
  const held = useRef<ReadonlyMap<ExplanationSubject, Explanation>>(new Map());
  // During a drag the panel keeps its rows until the next answer is explained.
  if (known.size > 0) held.current = new Map([...held.current, ...known]);
  const requested = useRef({ shown, of: new Set<ExplanationSubject>() });
  useEffect(() => {
    if (shown === null) return;
    if (requested.current.shown !== shown) requested.current = { shown, of: new Set() };
    for (const subject of wanted) {
      if (requested.current.of.has(subject)) continue;
      requested.current.of.add(subject);
      session.explain(subject);
    }
  }, [session, shown, wanted]);
  return held.current;
}
