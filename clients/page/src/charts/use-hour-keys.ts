/** Keys in an hourly chart, which move the selected hour and the visible period of all hourly charts. */
import type { KeyboardEvent } from "react";
import { afterHourKey, visibleSpan, useHoursView } from "./hours-view.ts";

export function useHourKeys(): (event: KeyboardEvent) => void {
  const view = useHoursView();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = view.getState();
    const next = afterHourKey(event.key, event.shiftKey, {
      hour: state.selectedHour ?? visibleSpan(state).from,
      span: visibleSpan(state),
    });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    view.setState({ selectedHour: next.hour, span: next.span });
  };
}
