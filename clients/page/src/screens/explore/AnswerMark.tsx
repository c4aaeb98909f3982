/** The mark of an answer in all panes. */
export const AnswerMark = ({ index }: { readonly index: number }) => <b className="answerMark">{index + 1}</b>;
