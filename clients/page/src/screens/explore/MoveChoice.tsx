/** Chooses how sliders move when their effects are compared. */
import { useNavigate } from "@tanstack/react-router";
import { LabelledSelect } from "../../controls/Select.tsx";
import { useWorkspace } from "../session-context.tsx";
import { type Move, MOVES } from "./questions.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

export function MoveChoice({ move }: { readonly move: Move }) {
  const { session } = useWorkspace();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  if (!session.explorations.isPossible("ends")) return null;
  return (
    <LabelledSelect
      label={exploreTexts.move}
      options={MOVES.map((key) => ({ key, label: exploreTexts.moves[key] }))}
      selectedKey={move}
      onChoose={(key) =>
        void navigate({
          to: ".",
          search: (search) => ({ ...search, move: key === MOVES[0] ? undefined : key, n: undefined, run: undefined }),
          replace: true,
        })
      }
    />
  );
}
