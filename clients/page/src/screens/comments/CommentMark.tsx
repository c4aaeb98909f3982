/** The number of open comments on a slider or chart, and the button to comment on it. */
import { Button } from "react-aria-components";
import { isAbout, type Subject } from "../../calculation/team.ts";
import { Icon } from "../../controls/icons.tsx";
import { useTeam } from "../session-context.tsx";
import { useCommentTexts } from "./use-comment-texts.ts";
import { useOpenComments } from "./use-open-comments.ts";

export interface MarkProps {
  readonly kind: Subject["kind"];
  readonly subjectKey: string;
  readonly title: string;
}

/** Not a tab stop: the key M opens the comments of the focused slider or chart. */
export function CommentMark({ kind, subjectKey, title }: MarkProps) {
  const commentTexts = useCommentTexts();
  const open = useOpenComments();
  const subject = { kind, key: subjectKey };
  const count = useTeam(
    ({ comments }) => comments.filter((comment) => !comment.resolved && isAbout(comment, subject)).length,
  );
  return (
    <Button
      className={count === 0 ? "commentMark none" : "commentMark"}
      excludeFromTabOrder
      aria-label={count === 0 ? commentTexts.commentOn(title) : commentTexts.openCountOn(count, title)}
      onPress={() => open(subject)}
    >
      <Icon name="comment" size={13} />
      {count > 0 && <b>{count}</b>}
    </Button>
  );
}
