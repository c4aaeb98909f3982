/** A comment with its author, and the actions that the visitor may take. */
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { type Comment, subjectOf } from "../../calculation/team.ts";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useTeam, useWorkspace } from "../session-context.tsx";
import { formatWhen } from "../workbench/change-texts.ts";
import { CommentForm } from "./CommentForm.tsx";
import { useSubjectTitle } from "./subject-title.ts";
import { useCommentTexts } from "./use-comment-texts.ts";

export function CommentItem({ comment, isFocused }: { readonly comment: Comment; readonly isFocused: boolean }) {
  const locale = useTexts();
  const commentTexts = useCommentTexts();
  const { team } = useWorkspace();
  const titleOf = useSubjectTitle();
  const person = useStore(visitor.state, (state) => state.person?.id ?? null);
  const mayModerate = useTeam((state) => state.mayModerate);
  const [isEditing, setIsEditing] = useState(false);
  const attempt = useAttempt();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFocused) item.current?.focus();
  }, [isFocused]);
  const { id, author, text, resolved, added_at: time, edited_at: edited } = comment;
  const isOwn = author.id === person;
  const name = author.name ?? (text === null ? commentTexts.erasedAuthor : commentTexts.author(author.id));
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={resolved ? "comment resolved" : "comment"}
      aria-label={commentTexts.commentBy(name)}
    >
      <p className="head">
        <b>{name}</b> <span className="quiet">{formatWhen({ time }, new Date(), locale)}</span>
        {edited !== null && <span className="quiet">{commentTexts.edited}</span>}
        {resolved && <span className="chip">{commentTexts.resolved}</span>}
      </p>
      <p className="about">{titleOf(subjectOf(comment))}</p>
      {isEditing ? (
        <CommentForm
          label={commentTexts.text}
          initial={text ?? ""}
          send={(changed, mentions) => team.change(id, { text: changed, mentions: [...mentions] })}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <p className={text === null ? "text quiet" : "text"}>{text ?? commentTexts.erased}</p>
      )}
      {attempt.errors.length > 0 && (
        <p className="sentence refused" role="alert">
          {attempt.errors.join(" ")}
        </p>
      )}
      {!isEditing && (
        <p className="actions">
          <Button className="button" onPress={() => attempt.run(() => team.change(id, { resolved: !resolved }))}>
            {resolved ? commentTexts.reopen : commentTexts.resolve}
          </Button>
          {isOwn && (
            <Button className="button" onPress={() => setIsEditing(true)}>
              {commentTexts.edit}
            </Button>
          )}
          {(isOwn || mayModerate) && (
            <Button className="button" onPress={() => attempt.run(() => team.remove(id))}>
              {commentTexts.remove}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
