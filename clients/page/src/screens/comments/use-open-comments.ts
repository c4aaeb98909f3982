import { useNavigate } from "@tanstack/react-router";
import type { Subject } from "../../calculation/team.ts";
import { writeCommentsParameter } from "./comments-address.ts";

/** Opens the comments about a slider or chart, or all comments. */
export function useOpenComments(): (subject: Subject | null) => void {
  const navigate = useNavigate();
  return (subject) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, comments: writeCommentsParameter(subject) }),
      replace: true,
    });
}
