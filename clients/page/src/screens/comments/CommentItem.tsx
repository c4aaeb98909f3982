/** A comment with its author, and the actions that the visitor may take. */
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { type Comment, subjectOf } from "../../calculation/team.ts";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useTeam, useWorkspace } from "../session-context.tsx";
import { formatWhen } from "../workbench/change-words.ts";
import { CommentForm } from "./CommentForm.tsx";
import { useSubjectTitle } from "./subject-title.ts";
import { useCommentWords } from "./use-comment-words.ts";

export function CommentItem({ comment, isFocused }: { readonly comment: Comment; readonly isFocused: boolean }) {
  const spoken = useTexts();
  const words = useCommentWords();
  const { team } = useWorkspace();
  const titleOf = useSubjectTitle();
  const person = useStore(visitor.state, (state) => state.person?.id ?? null);
  const mayModerate = useTeam((state) => state.mayModerate);
  const [isEdited, setIsEdited] = useState(false);
  const attempt = useAttempt();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFocused) item.current?.focus();
  }, [isFocused]);
  const { id, author, text, resolved, added_at: time, edited_at: edited } = comment;
  const isOwn = author.id === person;
  const name = author.name ?? (text === null ? words.erasedAuthor : words.author(author.id));
  return (
    <li ref={item} tabIndex={-1} className={resolved ? "comment resolved" : "comment"} aria-label={words.by(name)}>
      <p className="head">
        <b>{name}</b> <span className="quiet">{formatWhen({ time }, new Date(), spoken)}</span>
        {edited !== null && <span className="quiet">{words.edited}</span>}
        {resolved && <span className="chip">{words.resolved}</span>}
      </p>
      <p className="about">{titleOf(subjectOf(comment))}</p>
      {isEdited ? (
        <CommentForm
          label={words.text}
          initial={text ?? ""}
          send={(changed, mentions) => team.change(id, { text: changed, mentions: [...mentions] })}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <p className={text === null ? "text quiet" : "text"}>{text ?? words.erased}</p>
      )}
      {attempt.errors.length > 0 && (
        <p className="sentence refused" role="alert">
          {attempt.errors.join(" ")}
        </p>
      )}
      {!isEdited && (
        <p className="actions">
          <Button className="button" onPress={() => attempt.run(() => team.change(id, { resolved: !resolved }))}>
            {resolved ? words.reopen : words.resolve}
          </Button>
          {isOwn && (
            <Button className="button" onPress={() => setIsEdited(true)}>
              {words.edit}
            </Button>
          )}
          {(isOwn || mayModerate) && (
            <Button className="button" onPress={() => attempt.run(() => team.remove(id))}>
              {words.remove}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
