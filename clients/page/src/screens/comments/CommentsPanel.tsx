/** The comments on the scenario, next to its charts. The URL selects the comments to show. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Checkbox } from "react-aria-components";
import { isAbout } from "../../calculation/team.ts";
import { Popup } from "../../controls/Popup.tsx";
import { useTeam, useWorkspace } from "../session-context.tsx";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem } from "./CommentItem.tsx";
import { readCommentsParameter } from "./comments-address.ts";
import { useSubjectTitle } from "./subject-title.ts";
import { useCommentTexts } from "./use-comment-texts.ts";
import { useOpenComments } from "./use-open-comments.ts";

/** @param parameter the `comments` parameter of the URL */
export function CommentsPanel({ parameter }: { readonly parameter: string | number | undefined }) {
  const commentTexts = useCommentTexts();
  const navigate = useNavigate();
  const { team } = useWorkspace();
  const open = useOpenComments();
  const titleOf = useSubjectTitle();
  const isAllowed = useTeam((state) => state.isAllowed);
  const comments = useTeam((state) => state.comments);
  const [showsResolved, setShowsResolved] = useState(false);
  const shown = readCommentsParameter(parameter);
  const subject = shown?.subject ?? null;
  const relevant = subject === null ? comments : comments.filter((comment) => isAbout(comment, subject));
  const listed = relevant.filter(({ id, resolved }) => showsResolved || !resolved || id === shown?.comment);
  const hidden = relevant.length - listed.length;
  return (
    <Popup
      title={subject === null ? commentTexts.title : commentTexts.titleOf(titleOf(subject))}
      isOpen={shown !== null}
      onClose={() =>
        void navigate({ to: ".", search: (search) => ({ ...search, comments: undefined }), replace: true })
      }
      isAside
    >
      <div className="comments">
        {!isAllowed && <p className="quiet">{commentTexts.notAllowed}</p>}
        {isAllowed && subject === null && <p className="quiet">{commentTexts.howTo}</p>}
        {isAllowed && subject !== null && (
          <>
            <CommentForm
              key={`${subject.kind} ${subject.key}`}
              label={commentTexts.text}
              send={(text, mentions) => team.add(subject, text, mentions)}
            />
            <Button className="button" onPress={() => open(null)}>
              {commentTexts.showAll}
            </Button>
          </>
        )}
        {isAllowed && (hidden > 0 || showsResolved) && (
          <Checkbox className="check" isSelected={showsResolved} onChange={setShowsResolved}>
            <i aria-hidden="true" />
            {commentTexts.showResolved}
          </Checkbox>
        )}
        {isAllowed && (
          <ul aria-label={commentTexts.title} aria-live="polite">
            {listed.map((comment) => (
              <CommentItem key={comment.id} comment={comment} isFocused={comment.id === shown?.comment} />
            ))}
          </ul>
        )}
        {isAllowed && listed.length === 0 && <p className="quiet">{commentTexts.none}</p>}
      </div>
    </Popup>
  );
}
