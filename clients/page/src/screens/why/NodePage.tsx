/**
 * A node's page: capacity × full load hours × efficiency, its flows and costs, its sliders, and a link to its hours.
 */
import type { FigureByYear, NodeCost, NodeExplanation, NodeFlow } from "@etesian/engine";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { DisplayUnit } from "@etesian/interface";
import type { ExplanationSubject } from "../../calculation/calculator.ts";
import { colourOfNode } from "../../charts/nodes.ts";
import { formatFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { Links } from "./SliderLinks.tsx";
import type { Titles } from "./titles.ts";
import { useExplanations } from "./use-explanations.ts";

export function NodePage({ node, titles }: { readonly node: string; readonly titles: Titles }) {
  const { texts } = useTexts();
  const subject: ExplanationSubject = `node ${node}`;
  const subjects = useMemo(() => [subject], [subject]);
  const explanation = useExplanations(subjects).get(subject);
  const whyTexts = texts.why;
  if (explanation?.kind !== "object")
    return (
      <p className="empty" role="status">
        {texts.loading}
      </p>
    );
  if (explanation.node === null) return <p className="empty">{whyTexts.noNode}</p>;
  const explained = explanation.node;
  return (
    <div className="nodePage" style={{ "--part": `var(--${colourOfNode(node)})` } as Record<string, string>}>
      <FormulaLine node={explained} titles={titles} />
      {explained.market !== null && (
        <p>
          <Link
            className="button"
            to="."
            search={(search) => ({
              ...search,
              view: "hours" as const,
              market: explained.market ?? undefined,
              why: undefined,
              node: undefined,
            })}
          >
            {whyTexts.seeHours}
          </Link>
        </p>
      )}
      <Flows title={whyTexts.inputs} flows={explained.inputs} titles={titles} />
      <Flows title={whyTexts.outputs} flows={explained.outputs} titles={titles} />
      <Costs costs={explained.costs} titles={titles} />
      <Links title={titles.node(node)} inputs={explanation.inputs} />
    </div>
  );
}

/**
 * Formats the values of both years in a unit of the API.
 * @param factor converts the values to that unit
 */
function useFigures(
  apiUnit: string,
  factor = 1,
): { readonly format: (value: number | null) => string; readonly shown: DisplayUnit } {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const shown = model.displayUnitOf(apiUnit);
  return { shown, format: (value) => (value === null ? "–" : formatFigure(value * factor * shown.factor, language)) };
}

/** "41.7 GW × 3,400 full load hours × 55 % = 142 TWh", with the start year below each figure. */
function FormulaLine({ node, titles }: { readonly node: NodeExplanation; readonly titles: Titles }) {
  const { texts, language } = useTexts();
  const { startYear } = useSession((state) => state.scenario);
  const power = useFigures("MW");
  const energy = useFigures("MJ");
  const whyTexts = texts.why;
  const { capacity, fullLoadHours, efficiency, output, rest, carrier, demand } = node;
  const hours = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const percent = (value: number | null): string => (value === null ? "–" : formatFigure(value * 100, language));
  const hasFormula = node.graph === "energy" && (capacity.future ?? 0) > 0 && fullLoadHours.future !== null;
  const hasLosses = efficiency.future !== 1 || efficiency.present !== 1;
  const unit = node.graph === "energy" ? energy : null;
  if (!hasFormula) {
    return unit === null ? null : (
      <div className="makes">
        <Factor sign="" value={demand} format={unit.format} unit={unit.shown.unit} label={whyTexts.throughput} />
      </div>
    );
  }
  return (
    <div className="makes" role="group" aria-label={whyTexts.formulaLabel}>
      <Factor
        sign=""
        value={capacity}
        format={power.format}
        unit={power.shown.unit}
        label={hasLosses ? whyTexts.inputCapacity : whyTexts.capacity}
      />
      <Factor sign="×" value={fullLoadHours} format={hours} unit="" label={whyTexts.fullLoadHours} />
      {hasLosses && <Factor sign="×" value={efficiency} format={percent} unit="%" label={whyTexts.efficiency} />}
      <Factor
        sign="="
        value={output}
        format={energy.format}
        unit={energy.shown.unit}
        label={carrier === null ? "" : titles.carrier(carrier)}
      />
      {(rest.present !== 0 || rest.future !== 0) && (
        <Factor sign="" value={rest} format={energy.format} unit={energy.shown.unit} label={whyTexts.rest} />
      )}
      <span className="unseen">{startYear}</span>
    </div>
  );
}

function Factor({
  sign,
  value,
  format,
  unit,
  label,
}: {
  readonly sign: string;
  readonly value: FigureByYear;
  readonly format: (value: number | null) => string;
  readonly unit: string;
  readonly label: string;
}) {
  const startYear = useSession((state) => state.scenario.startYear);
  return (
    <>
      {sign !== "" && <span className="sign">{sign}</span>}
      <span className="factor">
        <span className="figure">
          <b>
            <data value={value.future ?? ""}>{format(value.future)}</data>
          </b>
          {unit !== "" && <span className="unit">{` ${unit}`}</span>}
        </span>
        <span className="quiet">{label}</span>
        <span className="quiet">{`${startYear}: ${format(value.present)}`}</span>
      </span>
    </>
  );
}

/** Maximum number of listed flows; the others share one row. */
const MAX_LISTED = 8;

function Flows({
  title,
  flows,
  titles,
}: {
  readonly title: string;
  readonly flows: readonly NodeFlow[];
  readonly titles: Titles;
}) {
  const { texts } = useTexts();
  const { format, shown } = useFigures("MJ");
  const sorted = flows.toSorted((a, b) => Math.abs(b.future ?? 0) - Math.abs(a.future ?? 0));
  const nameOf = ({ carrier, node, isRemainder }: NodeFlow): string =>
    isRemainder
      ? texts.why.rest
      : carrier === "loss"
        ? texts.why.losses
        : node === null
          ? titles.carrier(carrier)
          : titles.node(node);
  return (
    <Table title={title} unit={shown.unit}>
      {sorted.slice(0, MAX_LISTED).map((flow, index) => (
        <TableRow
          key={`${index} ${flow.carrier} ${flow.node}`}
          title={nameOf(flow)}
          node={flow.isRemainder || flow.carrier === "loss" ? null : flow.node}
          detail={flow.node === null || flow.isRemainder ? "" : titles.carrier(flow.carrier)}
          value={flow}
          largest={Math.abs(sorted[0]?.future ?? 0)}
          format={format}
        />
      ))}
      {sorted.length > MAX_LISTED && (
        <TableRow
          title={texts.why.others(sorted.length - MAX_LISTED)}
          node={null}
          detail=""
          value={sum(sorted.slice(MAX_LISTED))}
          largest={Math.abs(sorted[0]?.future ?? 0)}
          format={format}
        />
      )}
    </Table>
  );
}

const sum = (values: readonly FigureByYear[]): FigureByYear => ({
  present: values.reduce((total, { present }) => total + (present ?? 0), 0),
  future: values.reduce((total, { future }) => total + (future ?? 0), 0),
});

function Costs({ costs, titles }: { readonly costs: readonly NodeCost[]; readonly titles: Titles }) {
  const { texts } = useTexts();
  const { format, shown } = useFigures("bln_euro", 1e-9);
  const largest = Math.max(0, ...costs.map(({ future }) => Math.abs(future ?? 0)));
  const nameOf = ({ attribute }: NodeCost): string => (attribute === "" ? texts.why.rest : titles.attribute(attribute));
  return (
    <Table title={texts.why.costs} unit={shown.unit}>
      {costs.flatMap((cost) => [
        <TableRow
          key={cost.attribute}
          title={nameOf(cost)}
          node={null}
          detail=""
          value={cost}
          largest={largest}
          format={format}
        />,
        ...(cost.parts.length > 1
          ? cost.parts.map((part) => (
              <TableRow
                key={`${cost.attribute} ${part.attribute}`}
                title={nameOf(part)}
                node={null}
                detail=""
                value={part}
                largest={largest}
                format={format}
                isPart
              />
            ))
          : []),
      ])}
    </Table>
  );
}

function Table({
  title,
  unit,
  children,
}: {
  readonly title: string;
  readonly unit: string;
  readonly children: readonly ReactNode[] | ReactNode;
}) {
  const { startYear, endYear } = useSession((state) => state.scenario);
  const isEmpty = Array.isArray(children) && children.flat().filter(Boolean).length === 0;
  if (isEmpty) return null;
  return (
    <table>
      <caption>
        {title} <span className="quiet">{unit}</span>
      </caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{endYear}</th>
          <th scope="col">{startYear}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function TableRow({
  title,
  node,
  detail,
  value,
  largest,
  format,
  isPart = false,
}: {
  readonly title: string;
  /** The node to which the row links; null if it links to none. */
  readonly node: string | null;
  readonly detail: string;
  readonly value: FigureByYear;
  readonly largest: number;
  readonly format: (value: number | null) => string;
  readonly isPart?: boolean;
}) {
  const width = largest === 0 ? 0 : (Math.abs(value.future ?? 0) / largest) * 100;
  return (
    <tr className={isPart ? "part" : ""}>
      <th scope="row">
        {node === null ? (
          title
        ) : (
          <Link className="link" to="." search={(search) => ({ ...search, node })}>
            {title}
          </Link>
        )}
        {detail !== "" && <span className="quiet">{` ${detail}`}</span>}
        <i aria-hidden="true" style={{ width: `${width}%` }} />
      </th>
      <td>
        <data value={value.future ?? ""}>{format(value.future)}</data>
      </td>
      <td className="quiet">{format(value.present)}</td>
    </tr>
  );
}
