import type { Subject } from "../../calculation/team.ts";
import { useWorkspace } from "../session-context.tsx";

/** Titles of sliders and charts; the key if the model no longer has the part. */
export function useSubjectTitle(): (subject: Subject) => string {
  const { model } = useWorkspace();
  return ({ kind, key }) => (kind === "slider" ? model.sliders : model.charts).get(key)?.title ?? key;
}
