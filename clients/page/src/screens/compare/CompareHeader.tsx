/**
 * The compared scenarios, one row each: label, line style and headline numbers, with the difference from the first.
 */
import { useNavigate } from "@tanstack/react-router";
import { Fragment } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { Answer } from "../../calculation/calculator.ts";
import { MAX_COMPARED } from "../../calculation/comparison.ts";
import { DASHES, LETTERS } from "../../charts/compared.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatFigure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { NumberChange } from "../NumberChange.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { type ComparedScenario, useComparedScenarios } from "./compared.ts";
import { useCommonView } from "./compared-view.tsx";
import { MergeButton } from "./MergeDialog.tsx";
import { useAreaName } from "../start/use-area-name.ts";
import { ScenarioPicker } from "./ScenarioPicker.tsx";
import { useScenarioName } from "./use-scenario-name.ts";

/** Number of headline numbers that fit next to a name. */
const MAX_SHOWN = 5;

export function CompareHeader() {
  const { numbers: chosen } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const others = useComparedScenarios();
  const stored = useSession((state) => state.scenario);
  const answer = useSession((state) => state.answer);
  const nameOfArea = useAreaName();
  const nameOf = useScenarioName();
  const setComparedIds = (ids: readonly number[]): void =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, cmp: ids.length > 1 ? ids.join(",") : ids[0] }),
      replace: true,
    });
  const ids = others.map(({ id }) => id);
  const numbers = chosen.slice(0, MAX_SHOWN);
  // Only scenarios with the same area and year can be merged.
  const haveSameAreaAndYear = others.every(
    (other) => other.stored?.area === stored.area && other.stored.endYear === stored.endYear,
  );
  const mergeable = haveSameAreaAndYear
    ? [stored, ...others.flatMap((other) => other.stored ?? [])].map((storedScenario) => ({
        id: storedScenario.id,
        name: nameOf(storedScenario),
      }))
    : [];
  const ownSide = { name: nameOf(stored), about: texts.compare.own, answer };
  return (
    <section className="sides" aria-label={texts.compare.title}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="lead">
              <div>
                {" "}
                <h2>{texts.compare.title}</h2>
                {others.length > 0 && <CommonView />}
                {others.length === 0 && <p className="quiet">{texts.compare.empty}</p>}
                {mergeable.length > 1 && <MergeButton key={ids.join()} scenarios={mergeable} />}
                {others.length < MAX_COMPARED && (
                  <ScenarioPicker excludedIds={[stored.id, ...ids]} onPick={(id) => setComparedIds([...ids, id])} />
                )}
              </div>{" "}
            </th>
            {numbers.map(({ query, title, short, unit }) => (
              <th key={query} scope="col" colSpan={2} title={title}>
                {short} <span className="unit">{unit}</span>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <Side index={0} numbers={numbers} base={null} onRemove={null} {...ownSide} />
          {others.map((other, index) => (
            <Side
              key={other.id}
              index={index + 1}
              numbers={numbers}
              name={other.stored === null ? `${texts.scenario} ${other.id}` : nameOf(other.stored)}
              about={aboutOf(other, nameOfArea)}
              answer={other.answer}
              base={answer}
              onRemove={() => setComparedIds(ids.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The switch for all charts; each chart also has its own. */
function CommonView() {
  const { compare } = useTexts().texts;
  const [view, choose] = useCommonView();
  return (
    <Segments
      label={compare.allCharts}
      selectedKey={view}
      onChoose={choose}
      segments={[
        { key: "side", label: compare.side },
        { key: "overlay", label: compare.overlay },
        { key: "difference", label: compare.difference },
      ]}
    />
  );
}

const aboutOf = ({ id, stored, fault }: ComparedScenario, nameOfArea: (area: string) => string): string =>
  fault ?? (stored === null ? "" : `${nameOfArea(stored.area)} · ${stored.endYear} · ${id}`);

/** A scenario: its figures, each with its difference from this scenario. */
function Side({
  index,
  numbers,
  name,
  about,
  answer,
  base,
  onRemove,
}: {
  readonly index: number;
  readonly numbers: readonly HeadlineNumber[];
  readonly name: string;
  readonly about: string;
  readonly answer: Answer | null;
  /** The answer of the scenario on the screen; null for that scenario itself. */
  readonly base: Answer | null;
  /** Null for the scenario on the screen. */
  readonly onRemove: (() => void) | null;
}) {
  const { texts, language } = useTexts();
  const futureOf = (answer: Answer | null, number: HeadlineNumber): number | null =>
    answer === null ? null : valueOf(answer, number.query, number, "future");
  return (
    <tr className="side">
      <th scope="row">
        <span>
          <b>{LETTERS[index]}</b>
          <svg width={22} height={4} aria-hidden="true">
            <line x1={0} x2={22} y1={2} y2={2} strokeDasharray={DASHES[index]!.join(" ")} />
          </svg>
          <span className="name" title={name}>
            {name}
          </span>
          <span className="about quiet" title={about}>
            {about}
          </span>
        </span>
      </th>
      {numbers.map((number) => {
        const [value, before] = [futureOf(answer, number), futureOf(base, number)];
        const toNumberUnit = (value: number | null): number | null => (value === null ? null : value * number.factor);
        return (
          <Fragment key={number.query}>
            <td className="number">
              {value === null ? "–" : <data value={value}>{formatFigure(value * number.factor, language)}</data>}
              <span className="unseen">{` ${number.unit}`}</span>
            </td>
            <td className="change">
              <NumberChange from={toNumberUnit(before)} to={toNumberUnit(value)} better={number.better} />
            </td>
          </Fragment>
        );
      })}
      <td className="remove">
        {onRemove !== null && (
          <Button className="icon small" aria-label={texts.compare.remove(name)} onPress={onRemove}>
            <Icon name="close" size={14} />
          </Button>
        )}
      </td>
    </tr>
  );
}
