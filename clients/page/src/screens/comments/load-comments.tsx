/** Comments and viewers of the scenario. Nothing is loaded or rendered for people without a role. */
import { lazyComponent } from "../../controls/lazily.tsx";
import { useTeam } from "../session-context.tsx";
import type { MarkProps } from "./CommentMark.tsx";

const load = () => import("./parts.ts");
const Mark = lazyComponent(async () => (await load()).CommentMark);
const Bar = lazyComponent(async () => (await load()).TeamBar);

export const CommentsPanel = lazyComponent(async () => (await load()).CommentsPanel);

export const CommentMark = (props: MarkProps) => useTeam((state) => state.isAllowed) && <Mark {...props} />;

export const TeamBar = () => useTeam((state) => state.isAllowed) && <Bar />;
