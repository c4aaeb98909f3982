/** Authors of slider changes: a chip for a few seconds after a change, and the last author in the slider's details. */
import { useTexts } from "../../texts/language.tsx";
import { useHistory, useSession } from "../session-context.tsx";
import { authorOf, formatWhen } from "./change-texts.ts";
import { authorColours } from "./timeline.ts";

/** "Jo, just now" while another person's change is recent; "not sent" while a local change cannot be sent. */
export function LiveChip({ inputKey }: { readonly inputKey: string }) {
  const { texts, language } = useTexts();
  const isWaiting = useSession(
    ({ moves, draggedSlider, isOffline, isSignedOut }) =>
      (isOffline || isSignedOut) && draggedSlider !== inputKey && inputKey in moves,
  );
  const change = useHistory((state) => state.recentChanges.get(inputKey));
  const changes = useHistory((state) => state.changes);
  if (change === undefined) return isWaiting ? <span className="chip waits">{texts.time.notSent}</span> : null;
  const colour = authorColours(changes).get(change.actor) ?? 1;
  return (
    <span className="chip live" style={{ color: `var(--p${colour})` }}>
      {`${authorOf(change, { texts, language })}, ${texts.time.justNow}`}
    </span>
  );
}

/** "Last moved by Jo, 12 min. ago". */
export function LastMover({ inputKey }: { readonly inputKey: string }) {
  const { texts, language } = useTexts();
  const change = useHistory((state) => state.movers.get(inputKey));
  if (change === undefined) return null;
  const locale = { texts, language };
  return (
    <span className="quiet">
      {texts.time.lastMoved(authorOf(change, locale), formatWhen(change, new Date(), locale))}
    </span>
  );
}
