/** Comments in English. */
export const en = {
  add: "Comment",
  commentOn: (title: string) => `Comment on ${title}`,
  author: (id: number) => `User ${id}`,
  commentBy: (name: string) => `Comment by ${name}`,
  cancel: "Cancel",
  edit: "Edit",
  edited: "edited",
  erased: "The text was deleted with its author's account.",
  erasedAuthor: "Deleted account",
  howTo: "Press M on a slider or chart to comment on it, or choose Comment in the menu of a chart.",
  none: "No comments",
  notAllowed: "Comments are visible to people with a role in the scenario.",
  openCount: (count: number) => (count === 1 ? "1 open comment" : `${count} open comments`),
  openCountOn: (count: number, title: string) =>
    count === 1 ? `1 open comment on ${title}` : `${count} open comments on ${title}`,
  people: "People",
  placeholder: "Type @ to mention a person, who gets an email",
  viewers: "Looking at this scenario",
  remove: "Delete",
  reopen: "Reopen",
  resolve: "Resolve",
  resolved: "resolved",
  save: "Save",
  showAll: "All comments",
  showResolved: "Show resolved comments",
  text: "Text of the comment",
  title: "Comments",
  titleOf: (subject: string) => `Comments on ${subject}`,
};

export type CommentTexts = typeof en;
