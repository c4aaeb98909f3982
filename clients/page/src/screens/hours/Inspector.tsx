/** One hour of a market: the merit order as dispatched, the price setter, storage, trade and curtailment. */
import { useEffect } from "react";
import type { MarketHour, MarketKey, MarketStore } from "@etesian/engine";
import { useNavigate } from "@tanstack/react-router";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { hatchOf } from "../../charts/series.ts";
import { inkOf } from "../../charts/Hatches.tsx";
import { timeOf, useFirstWeekday } from "../../charts/calendar.ts";
import { carrierOfNode, colourOfNode, nameOfNode } from "../../charts/nodes.ts";
import { truncateToWidth, widest } from "../../charts/measure.ts";
import { bidsOf, minHeightOf, stackOf, type StackRow } from "../../charts/merit-stack.ts";
import { useHours } from "../../charts/hours-view.ts";
import { useMaxDuringDrag } from "../../charts/use-held.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";
import { formatFigure, formatColumn, type Language } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { Icon } from "../../controls/icons.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import type { WorkbenchSearch } from "../workbench/search.ts";

export function Inspector({ network }: { readonly network: MarketKey }) {
  const { session } = useWorkspace();
  const { texts, language } = useTexts();
  const hour = useHours((state) => state.selectedHour);
  const firstWeekday = useFirstWeekday();
  const inspection = useSession((state) => state.answer?.inspection ?? null);
  useEffect(() => {
    if (hour === null) return undefined;
    session.inspect({ network, hour });
    return () => session.inspect(null);
  }, [session, network, hour]);
  const hoursTexts = texts.hours;
  if (hour === null) return <p className="empty">{hoursTexts.chooseHour}</p>;
  if (!session.canInspect) return <p className="empty">{hoursTexts.onServer}</p>;
  if (inspection === null) return <p className="empty">{texts.loading}</p>;
  if (inspection.hour === null) return <p className="empty">{hoursTexts.noHours}</p>;
  const report = inspection.hour;
  return (
    <div
      className="inspector"
      data-hour={report.hour}
      data-network={report.network}
      tabIndex={0}
      role="group"
      aria-label={hoursTexts.inspector}
    >
      <PriceSummary report={report} time={timeOf(report.hour, language, firstWeekday)} />
      <MeritStack report={report} />
      <Sums report={report} />
      <NodeMenu report={report} />
    </div>
  );
}

/** The names of nodes in the page's language. */
function useNodeNames(): (node: string) => string {
  const { model } = useWorkspace();
  const { language } = useTexts();
  return (node) => nameOfNode(node, model.sliders, language);
}

/** Opens a node's page, which replaces the sliders. */
function useOpenNode(): (node: string) => void {
  const navigate = useNavigate();
  return (node) =>
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, view: undefined, why: undefined, node }),
    });
}

/** All members of the market in this hour, each a link to its page. */
function NodeMenu({ report }: { readonly report: MarketHour }) {
  const { hours: hoursTexts } = useTexts().texts;
  const nameOf = useNodeNames();
  const open = useOpenNode();
  const nodes = [...new Set([...bidsOf(report), ...report.flexible, ...report.stores].map(({ node }) => node))];
  if (nodes.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className="button nodes">
        {hoursTexts.openNode}
        <Icon name="chevron" size={12} />
      </Button>
      <Popover className="menu" placement="top end">
        <Menu aria-label={hoursTexts.openNode} onAction={(node) => open(String(node))}>
          {nodes.map((node) => (
            <MenuItem key={node} id={node}>
              {nameOf(node)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Formats power with the scenario's prefix: "26.4 GW". */
function usePowerFormat(): (megawatts: number) => string {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const { unit, factor } = model.displayUnitOf("MW");
  return (value) => `${formatFigure(value * factor, language)} ${unit}`;
}

/** Stored energy varies more than other amounts of energy: the prefix depends on the volume of each store. */
const ENERGY_UNITS = [
  { unit: "TWh", size: 1e6 },
  { unit: "GWh", size: 1e3 },
  { unit: "MWh", size: 1 },
] as const;

function PriceSummary({ report, time }: { readonly report: MarketHour; readonly time: string }) {
  const { texts, language } = useTexts();
  const nameOf = useNodeNames();
  const formatPower = usePowerFormat();
  const hoursTexts = texts.hours;
  const { price, rule, setter, next, shortage } = report;
  const index = report.offers.findIndex(({ node }) => node === setter) + 1;
  const setterName = setter === null ? "" : nameOf(setter);
  const sentence = {
    shortage: hoursTexts.shortage(formatPower(shortage)),
    buyer: hoursTexts.setByBuyer(setterName),
    producer: price === null ? hoursTexts.lastDispatched(setterName, index) : hoursTexts.setByProducer(setterName),
    none: report.network === "network_gas" ? hoursTexts.gasBalance : hoursTexts.mustRunOnly,
  }[rule];
  const nextOffer = next === null || next.cost === Infinity || rule === "shortage" ? null : next;
  return (
    <div className="verdict" role="status">
      <p className="price">
        {price !== null && (
          <>
            <b>{formatFigure(price, language)}</b> <span className="unit">€/MWh</span>
          </>
        )}
        <span className="when">{time}</span>
      </p>
      <p>
        {sentence}
        {nextOffer !== null &&
          ` ${
            price === null
              ? hoursTexts.nextInOrder(nameOf(nextOffer.node))
              : hoursTexts.nextAt(nameOf(nextOffer.node), formatFigure(nextOffer.cost, language))
          }`}
      </p>
    </div>
  );
}

/** Left edge of names, inset of costs from the frame, and gap between columns, in pixels. */
const NAME_X = 22;
const INSET = 4;
const COLUMN_GAP = 8;

function MeritStack({ report }: { readonly report: MarketHour }) {
  const { texts, language } = useTexts();
  const { model } = useWorkspace();
  const nameOf = useNodeNames();
  const open = useOpenNode();
  const formatPower = usePowerFormat();
  const powerUnit = model.displayUnitOf("MW");
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLDivElement>();
  const hoursTexts = texts.hours;
  const bids = bidsOf(report);
  const rows = size === null ? [] : stackOf(bids, size.height - 20);
  const height = size?.height ?? 0;
  // The lines below keep their positions during a drag.
  const maxDuringDrag = useMaxDuringDrag();
  const minHeight = Math.max(maxDuringDrag.max, minHeightOf(bids) + 20);
  maxDuringDrag.update(minHeight);
  const width = size?.width ?? 0;
  const hasPrice = report.price !== null;
  // Network gas has neither prices nor an order.
  const hasOrder = hasPrice || report.offers.length > 0;
  const costTexts = formatColumn(
    rows.map(({ cost }) => (cost === Infinity ? 0 : (cost ?? 0))),
    language,
  );
  const costOf = ({ cost, node }: StackRow, index: number): string => {
    if (!hasOrder) return "";
    if (cost === null) return "–";
    if (!hasPrice) return String(report.offers.findIndex((offer) => offer.node === node) + 1);
    return cost === Infinity ? "∞" : costTexts[index]!;
  };
  const loadTexts = formatColumn(
    rows.map(({ load }) => load * powerUnit.factor),
    language,
  );
  const costHeading = hasPrice ? "€/MWh" : hasOrder ? hoursTexts.rank : "";
  const loadEnd = width - Math.max(measure(costHeading), widest(rows.map(costOf), measure) + INSET) - COLUMN_GAP;
  const maxNameWidth = loadEnd - widest(loadTexts, measure, "strong") - NAME_X - COLUMN_GAP;
  const summary = bids.map(({ node, load }) => `${nameOf(node)} ${formatPower(load)}`).join(", ");
  return (
    <div className="stack" ref={ref} style={{ minHeight }}>
      {size !== null && (
        <svg
          className="chart"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${hoursTexts.meritOrder}: ${summary}`}
        >
          <text className="tick" x={20} y={10}>
            {hasPrice ? hoursTexts.nextFirst : hasOrder ? hoursTexts.lastFirst : ""}
          </text>
          <text className="tick" x={loadEnd} y={10} textAnchor="end">
            {powerUnit.unit}
          </text>
          <text className="tick" x={width} y={10} textAnchor="end">
            {costHeading}
          </text>
          <g transform="translate(0 18)">
            {rows.map((row, index) => {
              const y = row.y + Math.min(row.height / 2, 30) + 4;
              const ink = inkOf({ colour: colourOfNode(row.node), hatch: hatchOf(carrierOfNode(row.node) ?? "") });
              return (
                <g
                  key={`${row.node} ${row.cost}`}
                  className={`bid ${row.part}`}
                  data-node={row.node}
                  onClick={() => open(row.node)}
                >
                  {row.part === "setter" && (
                    <rect className="frame" x={1} y={row.y - 1} width={width - 2} height={row.height + 2} rx={2} />
                  )}
                  <rect className="outline" x={5} y={row.y} width={10} height={row.height} />
                  <rect
                    x={5}
                    y={row.y + row.height - row.filledHeight}
                    width={10}
                    height={row.filledHeight}
                    style={ink}
                  />
                  <text
                    className={row.part === "setter" ? "strong" : row.part === "next" ? "tick" : ""}
                    x={NAME_X}
                    y={y}
                  >
                    {truncateToWidth(
                      nameOf(row.node),
                      maxNameWidth,
                      measure,
                      row.part === "setter" ? "strong" : "plain",
                    )}
                    <title>{`${nameOf(row.node)} (${row.node})`}</title>
                  </text>
                  {row.part === "setter" && row.height >= 34 && (
                    <text className="tick" x={NAME_X} y={y + 15}>
                      {hoursTexts.setsPrice(formatPower(row.available - row.load), formatPower(row.available))}
                    </text>
                  )}
                  <text className="strong" x={loadEnd} y={y} textAnchor="end">
                    {loadTexts[index]}
                  </text>
                  <text className="tick" x={width - INSET} y={y} textAnchor="end">
                    {costOf(row, index)}
                  </text>
                </g>
              );
            })}
          </g>
        </svg>
      )}
    </div>
  );
}

function Sums({ report }: { readonly report: MarketHour }) {
  const { texts, language } = useTexts();
  const nameOf = useNodeNames();
  const formatPower = usePowerFormat();
  const hoursTexts = texts.hours;
  const flexible = report.flexible.filter(({ role }) => role === "other");
  const rows: readonly (readonly [name: string, value: string])[] = [
    [hoursTexts.demand, formatPower(report.demand)],
    ...flexible.map(({ node, load }): readonly [string, string] => [nameOf(node), formatPower(-load)]),
    ...(report.imported > 0 ? [[hoursTexts.imported, formatPower(report.imported)] as const] : []),
    ...(report.exported > 0 ? [[hoursTexts.exported, formatPower(report.exported)] as const] : []),
    [hoursTexts.curtailed, formatPower(report.curtailed)],
    ...(report.shortage > 0 ? [[hoursTexts.missing, formatPower(report.shortage)] as const] : []),
  ];
  return (
    <div className="sums">
      <dl aria-label={hoursTexts.totals}>
        {rows.map(([name, value], index) => (
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {report.stores.map((store) => (
          <div key={store.node} className="store">
            <dt>
              {nameOf(store.node)}
              <span className="quiet">{hoursTexts.reasons[store.reason]}</span>
            </dt>
            <dd>{formatContent(store, language, hoursTexts.partOf)}</dd>
          </div>
        ))}
        {report.purchases.flatMap(({ buyers, sellers }, index) =>
          buyers.map(({ node, amount }) => (
            <div key={`${index} ${node}`}>
              <dt>
                {nameOf(node)}
                <span className="quiet">
                  {hoursTexts.boughtFrom(joinNames(sellers.map((seller) => nameOf(seller.node))))}
                </span>
              </dt>
              <dd>{formatPower(amount)}</dd>
            </div>
          )),
        )}
      </dl>
    </div>
  );
}

/** The first two names, and the number of remaining ones. */
const joinNames = (names: readonly string[]): string =>
  `${names.slice(0, 2).join(", ")}${names.length > 2 ? ` +${names.length - 2}` : ""}`;

function formatContent(
  { after, volume }: MarketStore,
  language: Language,
  formatPart: (part: string, all: string) => string,
): string {
  const largest = Number.isFinite(volume) ? volume : after;
  const { unit, size } = ENERGY_UNITS.find((scale) => largest >= scale.size) ?? ENERGY_UNITS[2];
  const text = (content: number): string => formatFigure(content / size, language);
  return Number.isFinite(volume) ? formatPart(text(after), `${text(volume)} ${unit}`) : `${text(after)} ${unit}`;
}
