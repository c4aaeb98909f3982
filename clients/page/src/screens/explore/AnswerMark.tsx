/** The mark of an answer in all panes. */
export const AnswerMark = ({ place }: { readonly place: number }) => <b className="answerMark">{place + 1}</b>;
