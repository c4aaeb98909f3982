/** The filter for the history's list of changes. */
import type { Change } from "@etesian/client";
import { slidersOf } from "../../calculation/history.ts";
import { searchEntries, type SearchEntry, wordsOf } from "../workbench/palette-search.ts";

export interface HistoryFilter {
  /** Words in the change's summary, its author's name or its sliders' titles. */
  readonly find: string;
  /** An author, as in `actor`; empty for all. */
  readonly person: string;
  /** Key of a slider that the change moved; empty for all. */
  readonly slider: string;
  /** First and last day in the visitor's time zone, such as `2026-11-29`; empty for no limit. */
  readonly from: string;
  readonly until: string;
}

export const EMPTY_FILTER: HistoryFilter = { find: "", person: "", slider: "", from: "", until: "" };

/** A change with its searchable words. */
export interface ListedChange extends SearchEntry {
  readonly change: Change;
}

/** The day of a time in the visitor's time zone, in the format of date fields. */
export function dayOf(time: string): string {
  const at = new Date(time);
  const pad = (number: number): string => String(number).padStart(2, "0");
  return `${String(at.getFullYear()).padStart(4, "0")}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The changes that match all parts of the filter, in their original order. */
export function filterChanges(
  changes: readonly ListedChange[],
  { find, person, slider, from, until }: HistoryFilter,
): readonly ListedChange[] {
  const matches = new Set(searchEntries(changes, wordsOf(find)));
  return changes.filter((listed) => {
    const { change } = listed;
    const day = dayOf(change.time);
    return (
      matches.has(listed) &&
      (person === "" || change.actor === person) &&
      (slider === "" || slidersOf(change).includes(slider)) &&
      (from === "" || day >= from) &&
      (until === "" || day <= until)
    );
  });
}
