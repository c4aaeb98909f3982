/**
 * The uncertain sliders. Their ranges, which can be changed, belong to the run and change no scenario. Bars show the
 * share of a number's range that each slider explains.
 */
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { Button } from "react-aria-components";
import type { Slide } from "@etesian/interface";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { Select } from "../../controls/Select.tsx";
import { Icon } from "../../controls/icons.tsx";
import { decimalsFor, formatDecimals, formatFigure, formatInFull, parseFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { ValueField } from "../workbench/ValueField.tsx";
import type { Cause } from "./causes.ts";
import { titleOfFactor } from "./factor-titles.ts";
import { useLevers } from "./levers.ts";
import { initialRange, type OwnRanges, type Range, rangeWith, writeRanges } from "./uncertain-ranges.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** Smaller shares are within the sampling error. */
const MIN_SHARE = 0.005;
/** The positions of a range, in their order. */
const POSITIONS = ["from", "likely", "to"] as const;

export function UncertainRanges({
  ranges,
  documented,
  ownRanges,
  slide,
  causes,
  isFinished,
}: {
  /** The ranges of the run, by slider. */
  readonly ranges: Readonly<Record<string, Range>>;
  readonly documented: Readonly<Record<string, Range>>;
  readonly ownRanges: OwnRanges;
  readonly slide: Slide | null;
  readonly causes: ReadonlyMap<string, Cause>;
  /** Whether all variants are calculated. */
  readonly isFinished: boolean;
}) {
  const { model, inputs } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  // Rows keep their order while new variants are calculated.
  const order = useRef<readonly string[]>([]);
  if (isFinished) order.current = [...causes.keys()];
  const rankOf = (key: string): number => {
    const rank = order.current.indexOf(key);
    return rank === -1 ? order.current.length : rank;
  };
  const storeRanges = (next: OwnRanges): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, ranges: writeRanges(next) }), replace: true });
  const storeRange = (key: string, range: Range | null | undefined): void => {
    const next = new Map(ownRanges);
    if (range === undefined || (range === null && documented[key] === undefined)) next.delete(key);
    else next.set(key, range);
    storeRanges(next);
  };
  const formatShare = (share: number): string =>
    `${formatDecimals(share * 100, language, Math.max(0, decimalsFor(share * 100, 0)))}\u00a0%`;
  const titleOf = (key: string): string => titleOfFactor({ name: key, kind: "slider", settings: [key] }, model).title;
  // Shares vary only together with their group.
  const others = (useLevers("slide", slide) ?? []).filter(
    ({ key }) => documented[key] === undefined && inputs.get(key)?.share_group === undefined,
  );
  const addable = [
    ...Object.keys(documented).map((key) => ({ key, range: undefined })),
    ...others.map((lever) => ({ key: lever.key, range: initialRange(lever) })),
  ].filter(({ key }) => ranges[key] === undefined);
  const topicRanges = others
    .filter(({ present }) => present !== 0)
    .map((lever) => [lever.key, initialRange(lever)] as const);
  const renderField = (key: string, range: Range, position: (typeof POSITIONS)[number]) => {
    const { factor, unit } = model.sliders.get(key) ?? { factor: 1, unit: "" };
    const value = range[position];
    return (
      <ValueField
        label={exploreTexts.rangePositions[position](titleOf(key), unit)}
        text={value === undefined ? "" : formatFigure(value * factor, language)}
        exact={value === undefined ? "" : formatInFull(value * factor, language)}
        isOptional={position === "likely"}
        onTyped={(text) => {
          const typed = parseFigure(text, language)?.value;
          if (typed === undefined && text.trim() !== "") return;
          storeRange(key, rangeWith(range, position, typed === undefined ? undefined : typed / factor));
        }}
      />
    );
  };
  return (
    <>
      {Object.keys(ranges).length > 0 && (
        <Figures
          columns={[
            {
              head: exploreTexts.uncertainty,
              kind: "name",
              cell: ([key]) => <NameWithDetail name={titleOf(key)} detail={model.sliders.get(key)?.unit} />,
            },
            { head: exploreTexts.edges.low, cell: ([key, range]) => renderField(key, range, "from") },
            { head: exploreTexts.likely, cell: ([key, range]) => renderField(key, range, "likely") },
            { head: exploreTexts.edges.high, cell: ([key, range]) => renderField(key, range, "to") },
            {
              head: null,
              kind: "bars",
              isExtra: true,
              cell: ([key]) => {
                const { share = 0, isPositive = true } = causes.get(key) ?? {};
                return (
                  share >= MIN_SHARE && (
                    <span className="barRow">
                      <i
                        className={isPositive ? "cause" : "cause falls"}
                        style={{ left: 0, width: `${share * 100}%` }}
                      />
                    </span>
                  )
                );
              },
            },
            {
              head: exploreTexts.explains,
              cell: ([key]) => {
                const { share = 0 } = causes.get(key) ?? {};
                return share < MIN_SHARE ? "" : formatShare(share);
              },
            },
            {
              head: exploreTexts.remove,
              kind: "action",
              isHeadVisuallyHidden: true,
              cell: ([key]) => (
                <>
                  {ownRanges.has(key) && documented[key] !== undefined && (
                    <Button
                      className="icon small"
                      aria-label={exploreTexts.documentedRange(titleOf(key))}
                      onPress={() => storeRange(key, undefined)}
                    >
                      <Icon name="reset" size={14} />
                    </Button>
                  )}
                  <Button
                    className="icon small"
                    aria-label={exploreTexts.removeUncertainty(titleOf(key))}
                    onPress={() => storeRange(key, null)}
                  >
                    <Icon name="close" size={14} />
                  </Button>
                </>
              ),
            },
          ]}
          rows={Object.entries(ranges).toSorted(([a], [b]) => rankOf(a) - rankOf(b))}
          attributesOf={([key]) => ({ key, data: { "data-slider": key } })}
        />
      )}
      {addable.length > 0 && (
        <div className="say addable">
          <Select
            aria-label={exploreTexts.addUncertainty}
            options={[
              { key: "", label: exploreTexts.addUncertainty },
              ...addable.map(({ key }) => ({ key, label: titleOf(key) })),
            ]}
            selectedKey=""
            onChoose={(chosen) => {
              const added = addable.find(({ key }) => key === chosen);
              if (added !== undefined) storeRange(added.key, added.range);
            }}
          />
          {Object.keys(ranges).length === 0 && topicRanges.length > 0 && (
            <Button className="button" onPress={() => storeRanges(new Map([...ownRanges, ...topicRanges]))}>
              {exploreTexts.addTopic(topicRanges.length)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
