/** The change in a headline number, marked as better or worse if the model defines a direction. */
import type { HeadlineNumber } from "@etesian/interface";
import { formatChange, decimalsFor } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";

/** @param props.from the previous value, in the displayed unit like `to`; if either is null, no change is shown */
export function NumberChange({
  from,
  to,
  better,
}: Pick<HeadlineNumber, "better"> & { readonly from: number | null; readonly to: number | null }) {
  const { texts, language } = useTexts();
  if (from === null || to === null) return null;
  // Compared with a displayed 50.1, 0.929 is 49.2 less, not 49.175.
  const decimals = Math.min(decimalsFor(Math.abs(to)), decimalsFor(Math.abs(to - from)));
  const { text, direction } = formatChange(from, to, language, decimals);
  if (direction === "none") return null;
  const quality = better === null ? "" : (direction === "down") === (better === "lower") ? " better" : " worse";
  return (
    <span className={`moved${quality}`}>
      <i className={`arrow ${direction}`} aria-hidden="true" />
      <span className="unseen">{direction === "up" ? texts.more(text) : texts.less(text)}</span>
      <span aria-hidden="true"> {text}</span>
    </span>
  );
}
