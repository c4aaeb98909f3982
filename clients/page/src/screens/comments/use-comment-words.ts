import { useWords } from "../../texts/own-words.ts";
import { type CommentTexts, en } from "../../texts/comments/en.ts";
import { nl } from "../../texts/comments/nl.ts";

/** The texts of comments in the language of the page. */
export const useCommentWords = (): CommentTexts => useWords({ en, nl });
