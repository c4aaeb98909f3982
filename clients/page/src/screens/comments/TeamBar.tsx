/** In the top bar: other viewers of the scenario, and the button that opens the comments. */
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { Icon } from "../../controls/icons.tsx";
import { visitor } from "../../server.ts";
import { useTeam } from "../session-context.tsx";
import { initialsOf } from "../yours/initials.ts";
import { useCommentTexts } from "./use-comment-texts.ts";
import { useOpenComments } from "./use-open-comments.ts";

export function TeamBar() {
  const commentTexts = useCommentTexts();
  const open = useOpenComments();
  const count = useTeam(({ comments }) => comments.filter(({ resolved }) => !resolved).length);
  const viewers = useTeam((state) => state.viewers);
  const person = useStore(visitor.state, (state) => state.person?.id ?? null);
  const others = viewers.filter(({ id }) => id !== person);
  return (
    <>
      {others.length > 0 && (
        <ul className="team" aria-label={commentTexts.viewers}>
          {others.map(({ id, name }) => (
            <li key={id} className="avatar" title={name ?? commentTexts.author(id)}>
              <span aria-hidden="true">{initialsOf({ name, email: null })}</span>
              <span className="unseen">{name ?? commentTexts.author(id)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button
        className="icon comments"
        aria-label={count === 0 ? commentTexts.title : commentTexts.openCount(count)}
        onPress={() => open(null)}
      >
        <Icon name="comment" />
        {count > 0 && <b>{count}</b>}
      </Button>
    </>
  );
}
