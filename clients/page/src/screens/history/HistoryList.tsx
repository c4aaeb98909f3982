/** A searchable list of the changes to a scenario, latest first, with filters by person, slider and date. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Change } from "@etesian/client";
import { MAX_CHANGES, PAGE_SIZE, readPage, slidersOf } from "../../calculation/history.ts";
import { LabelledSelect, type Option } from "../../controls/Select.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { api } from "../../server.ts";
import "../../styles/history.css";
import { useTexts } from "../../texts/language.tsx";
import { useHistory, useSession, useWorkspace } from "../session-context.tsx";
import { authorOf, movesOf, summaryOf, formatWhen } from "../workbench/change-texts.ts";
import { overlay } from "../workbench/overlay.ts";
import { authorColours, visibleChanges } from "../workbench/timeline.ts";
import { EMPTY_FILTER, filterChanges, type HistoryFilter, type ListedChange } from "./history-filter.ts";
import { useHistoryTexts } from "./use-history-texts.ts";

/** Number of rows added at a time. */
const ROWS = 200;
/** Maximum number of moves named in a change's row. */
const MAX_NAMED = 3;

export function HistoryList() {
  const locale = useTexts();
  const historyTexts = useHistoryTexts();
  const { session, model } = useWorkspace();
  const version = useSession((state) => state.scenario.version);
  const visitedVersion = useSession((state) => state.visitedVersion);
  const changes = useAllChanges();
  const [filter, setFilter] = useState(EMPTY_FILTER);
  const [rows, setRows] = useState(ROWS);
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const listedChanges = useMemo(
    () =>
      changes.loaded.map((change): ListedChange => {
        const sliders = slidersOf(change);
        return {
          change,
          name: summaryOf(change, model, locale),
          keywords: [authorOf(change, locale), ...sliders.map(titleOf), ...sliders].join(" "),
        };
      }),
    [changes.loaded, model, locale.language],
  );
  const deferredFilter = useDeferredValue(filter);
  const matches = useMemo(() => filterChanges(listedChanges, deferredFilter), [listedChanges, deferredFilter]);
  const colours = authorColours(visibleChanges(useHistory((state) => state.changes)));
  const updateFilter = (part: Partial<HistoryFilter>): void => {
    setFilter({ ...filter, ...part });
    setRows(ROWS);
  };
  const people = optionsOf(changes.loaded.map((change) => [change.actor, authorOf(change, locale)]));
  const sliders = optionsOf(changes.loaded.flatMap(slidersOf).map((key) => [key, titleOf(key)]));
  const showMore = (): void => {
    if (matches.length <= rows) changes.readMore?.();
    setRows(rows + ROWS);
  };
  // Later versions without a row, such as model updates, have the same contents.
  const latest = changes.loaded[0]?.version ?? version;
  return (
    <Popup title={historyTexts.title} isOpen onClose={() => overlay.setState({ shown: null })} isAside>
      <div className="historyList">
        <div className="filters">
          <SearchField aria-label={historyTexts.find} value={filter.find} onChange={(find) => updateFilter({ find })}>
            <Input className="input" placeholder={historyTexts.find} />
          </SearchField>
          <LabelledSelect
            label={historyTexts.person}
            options={[{ key: "", label: historyTexts.anyone }, ...people]}
            selectedKey={filter.person}
            onChoose={(person) => updateFilter({ person })}
          />
          <LabelledSelect
            label={historyTexts.slider}
            options={[{ key: "", label: historyTexts.anySlider }, ...sliders]}
            selectedKey={filter.slider}
            onChoose={(slider) => updateFilter({ slider })}
          />
          {(["from", "until"] as const).map((end) => (
            <label key={end} className="labelled">
              <span className="quiet">{historyTexts[end]}</span>
              <input
                className="input"
                type="date"
                value={filter[end]}
                onChange={({ target }) => updateFilter({ [end]: target.value })}
              />
            </label>
          ))}
          <ActionButton className="button" isDisabled={filter === EMPTY_FILTER} onPress={() => setFilter(EMPTY_FILTER)}>
            {historyTexts.clear}
          </ActionButton>
        </div>
        <p role="status" className="quiet">
          {historyTexts.shown(matches.length, changes.loaded.length)}
        </p>
        <ol aria-label={historyTexts.title}>
          {matches.slice(0, rows).map(({ change, name }) => {
            const colour = colours.get(change.actor);
            const isShown = change.version === (visitedVersion ?? latest);
            return (
              <li key={change.version} aria-current={isShown || undefined}>
                <i aria-hidden="true" style={colour === undefined ? undefined : { background: `var(--p${colour})` }} />
                <span className="what">{namedMoves(change, deferredFilter.slider) ?? name}</span>
                <Button
                  className="button"
                  aria-label={historyTexts.visit(change.version)}
                  onPress={() => (change.version === latest ? session.leave() : session.visit(change.version))}
                >
                  {change.version}
                </Button>
                <span className="quiet who">
                  {authorOf(change, locale)} ·{" "}
                  <time dateTime={change.time}>{formatWhen(change, new Date(), locale)}</time>
                  {change.version === latest && ` · ${historyTexts.current}`}
                </span>
              </li>
            );
          })}
        </ol>
        {matches.length === 0 && <p className="quiet">{historyTexts.none}</p>}
        {(matches.length > rows || changes.readMore !== null) && (
          <ActionButton className="button" isDisabled={changes.isReading} onPress={showMore}>
            {historyTexts.earlier}
          </ActionButton>
        )}
      </div>
    </Popup>
  );

  /** The first moves of a change, the chosen slider's before the others; null for other kinds of changes. */
  function namedMoves(change: Change, slider: string): string | null {
    const moves = movesOf(change, model, locale);
    if (moves.length === 0) return null;
    const ordered = moves.toSorted((a, b) => Number(b.key === slider) - Number(a.key === slider));
    const first = ordered
      .slice(0, MAX_NAMED)
      .map(({ text }) => text)
      .join(", ");
    return moves.length > MAX_NAMED ? locale.texts.time.andMore(first, moves.length - MAX_NAMED) : first;
  }
}

/** Options without duplicate keys, sorted by label. */
const optionsOf = (pairs: readonly (readonly [key: string, label: string])[]): readonly Option<string>[] =>
  [...new Map(pairs)].map(([key, label]) => ({ key, label })).toSorted((a, b) => a.label.localeCompare(b.label));

/** The timeline's changes and the earlier ones that have been loaded, latest first. */
function useAllChanges() {
  const id = useSession((state) => state.scenario.id);
  const latest = useHistory((state) => state.changes);
  const earlier = useInfiniteQuery({
    queryKey: ["history", id],
    queryFn: ({ pageParam }) => readPage(api, id, pageParam),
    initialPageParam: MAX_CHANGES / PAGE_SIZE + 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.total_pages ? meta.current_page + 1 : undefined),
    enabled: latest.length === MAX_CHANGES,
    staleTime: Infinity,
    // Each new change shifts the pages, so a reopened history starts with the current pages.
    gcTime: 0,
  });
  // The timeline drops its oldest change for each new one.
  const changesByVersion = useRef(new Map<number, Change>());
  const allChanges = useMemo(() => {
    for (const change of [...latest, ...(earlier.data?.pages.flatMap(({ data }) => data) ?? [])])
      changesByVersion.current.set(change.version, change);
    return [...changesByVersion.current.values()].toSorted((a, b) => b.version - a.version);
  }, [latest, earlier.data]);
  return {
    loaded: allChanges,
    isReading: earlier.isFetching,
    /** Null if all changes have been loaded. */
    readMore: earlier.hasNextPage ? () => void earlier.fetchNextPage() : null,
  };
}
