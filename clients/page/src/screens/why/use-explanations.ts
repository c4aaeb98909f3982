/** Explanations of the newest answer; until they arrive, the previous answer's. */
import { useEffect, useRef } from "react";
import type { ExplanationSubject, Explanation } from "../../calculation/calculator.ts";
import { useSession, useWorkspace } from "../session-context.tsx";

export function useExplanations(subjects: readonly ExplanationSubject[]): ReadonlyMap<ExplanationSubject, Explanation> {
  const { session } = useWorkspace();
  const newest = useSession((state) => state.explanations);
  const answer = useSession((state) => state.answer);
  const explanations = useRef<ReadonlyMap<ExplanationSubject, Explanation>>(new Map());
  // Earlier explanations remain, so that the panel keeps its rows during a drag until the next answer is explained.
  if (newest.size > 0) explanations.current = new Map([...explanations.current, ...newest]);
  const requested = useRef({ answer, subjects: new Set<ExplanationSubject>() });
  useEffect(() => {
    if (answer === null) return;
    if (requested.current.answer !== answer) requested.current = { answer, subjects: new Set() };
    for (const subject of subjects) {
      if (requested.current.subjects.has(subject)) continue;
      requested.current.subjects.add(subject);
      session.explain(subject);
    }
  }, [session, answer, subjects]);
  return explanations.current;
}
