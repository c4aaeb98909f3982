/** The components of comments, which are loaded as one file. */
import "../../styles/comments.css";

export { CommentMark } from "./CommentMark.tsx";
export { CommentsPanel } from "./CommentsPanel.tsx";
export { TeamBar } from "./TeamBar.tsx";
