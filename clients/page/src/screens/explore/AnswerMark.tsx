/** The number of an answer, from 1, which identifies it in all panes. */
export const AnswerMark = ({ index }: { readonly index: number }) => <b className="answerMark">{index + 1}</b>;
