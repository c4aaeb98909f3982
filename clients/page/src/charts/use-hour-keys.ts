/** Keys of a chart over hours, which move the selected hour and the visible period of all of them. */
import type { KeyboardEvent } from "react";
import { afterHourKey, shownSpan, useHoursView } from "./hours-view.ts";

export function useHourKeys(): (event: KeyboardEvent) => void {
  const view = useHoursView();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = view.getState();
    const next = afterHourKey(event.key, event.shiftKey, {
      hour: state.chosen ?? shownSpan(state).from,
      span: shownSpan(state),
    });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    view.setState({ chosen: next.hour, span: next.span });
  };
}
