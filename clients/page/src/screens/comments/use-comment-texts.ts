import { usePartTexts } from "../../texts/part-texts.ts";
import { type CommentTexts, en } from "../../texts/comments/en.ts";
import { nl } from "../../texts/comments/nl.ts";

/** The texts of comments in the language of the page. */
export const useCommentTexts = (): CommentTexts => usePartTexts({ en, nl });
