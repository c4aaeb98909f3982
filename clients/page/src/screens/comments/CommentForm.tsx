/** The field for a comment's text; typing `@` completes the names of people with a role in the scenario. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { CompletedText } from "../../controls/CompletedText.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { mentionAt, mentionedIn } from "./mentions.ts";
import { useCommentTexts } from "./use-comment-texts.ts";

export function CommentForm({
  label,
  initial = "",
  send,
  onCancel = null,
}: {
  readonly label: string;
  readonly initial?: string;
  readonly send: (text: string, mentions: readonly number[]) => Promise<void>;
  /** Null for a new comment. */
  readonly onCancel?: (() => void) | null;
}) {
  const commentTexts = useCommentTexts();
  const { team } = useWorkspace();
  const id = useSession((state) => state.scenario.id);
  const { data: people = [] } = useQuery({ queryKey: ["team", id], queryFn: () => team.people() });
  const [text, setText] = useState(initial);
  const attempt = useAttempt();
  const submit = (): void => {
    if (text.trim() === "") return;
    attempt.run(async () => {
      await send(text, mentionedIn(text, people));
      setText("");
      onCancel?.();
    });
  };
  return (
    <form
      className="commentForm"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CompletedText
        aria-label={label}
        placeholder={commentTexts.placeholder}
        rows={3}
        value={text}
        onChange={setText}
        complete={(content, caret) => mentionAt(content, caret, people)}
        optionsLabel={commentTexts.people}
        onSubmit={submit}
      />
      {attempt.errors.length > 0 && (
        <p className="sentence refused" role="alert">
          {attempt.errors.join(" ")}
        </p>
      )}
      <p className="actions">
        <Button type="submit" className="button primary">
          {onCancel === null ? commentTexts.add : commentTexts.save}
        </Button>
        {onCancel !== null && (
          <Button className="button" onPress={onCancel}>
            {commentTexts.cancel}
          </Button>
        )}
      </p>
    </form>
  );
}
