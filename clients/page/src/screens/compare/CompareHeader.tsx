/** The compared scenarios with their headline numbers, starting with the one on the screen. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { type InterfaceView, readableArea } from "@etesian/interface";
import type { Answer } from "../../calculation/calculator.ts";
import { MOST_COMPARED } from "../../calculation/comparison.ts";
import { DASHES } from "../../charts/compared.ts";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { figure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { type ComparedScenario, useOthers } from "./compared.ts";
import { useCommonView } from "./compared-view.tsx";
import { nameOf } from "./names.ts";
import { ScenarioPicker } from "./ScenarioPicker.tsx";

/** Number of headline numbers that fit below a name. */
const SHOWN = 5;

export function CompareHeader() {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const others = useOthers();
  const stored = useSession((state) => state.stored);
  const shown = useSession((state) => state.shown);
  const compare = (ids: readonly number[]): void =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, cmp: ids.length > 1 ? ids.join(",") : ids[0] }),
      replace: true,
    });
  const ids = others.map(({ id }) => id);
  return (
    <section className="sides" aria-label={texts.compare.title}>
      <div className="lead">
        <h2>{texts.compare.title}</h2>
        {others.length > 0 && <CommonView />}
      </div>
      <Side place={0} name={nameOf(stored, texts)} about={texts.compare.own} answer={shown} onRemove={null} />
      {others.map((other, index) => (
        <Side
          key={other.id}
          place={index + 1}
          name={other.stored === null ? `${texts.scenario} ${other.id}` : nameOf(other.stored, texts)}
          about={aboutOf(other, model.areas)}
          answer={other.answer}
          onRemove={() => compare(ids.toSpliced(index, 1))}
        />
      ))}
      {others.length < MOST_COMPARED && (
        <div className="add">
          {others.length === 0 && <p className="quiet">{texts.compare.empty}</p>}
          <ScenarioPicker taken={[stored.id, ...ids]} onPick={(id) => compare([...ids, id])} />
        </div>
      )}
    </section>
  );
}

/** One switch for all charts; each has one of its own as well. */
function CommonView() {
  const { compare } = useTexts().texts;
  const [view, choose] = useCommonView();
  return (
    <Segments
      label={compare.allCharts}
      chosen={view}
      onChoose={choose}
      segments={[
        { key: "side", label: compare.side },
        { key: "overlay", label: compare.overlay },
        { key: "difference", label: compare.difference },
      ]}
    />
  );
}

const aboutOf = ({ id, stored, fault }: ComparedScenario, areas: InterfaceView["areas"]): string =>
  fault ??
  (stored === null ? "" : `${areas.get(stored.area) ?? readableArea(stored.area)} · ${stored.endYear} · ${id}`);

function Side({
  place,
  name,
  about,
  answer,
  onRemove,
}: {
  readonly place: number;
  readonly name: string;
  readonly about: string;
  readonly answer: Answer | null;
  /** Null for the scenario on the screen. */
  readonly onRemove: (() => void) | null;
}) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const shown = model.headline.slice(0, SHOWN);
  return (
    <div className="side">
      <h2>
        <svg width={22} height={4} aria-hidden="true">
          <line x1={0} x2={22} y1={2} y2={2} strokeDasharray={DASHES[place]!.join(" ")} />
        </svg>
        <span title={name}>{name}</span>
        {onRemove !== null && (
          <Button className="icon small" aria-label={texts.compare.remove(name)} onPress={onRemove}>
            <Icon name="close" size={14} />
          </Button>
        )}
      </h2>
      <p className="quiet">{about}</p>
      <dl>
        {shown.map((number) => {
          const { query, title, short, unit, factor } = number;
          const value = answer === null ? null : valueOf(answer, query, number, "future");
          // If several numbers share a unit, each is labelled.
          const isAlone = shown.every((other) => other.query === query || other.unit !== unit);
          return (
            <div key={query} title={title}>
              <dt>
                <span className="unseen">{title}</span>
                <span aria-hidden="true">{isAlone ? unit : short.toLowerCase()}</span>
              </dt>
              <dd>
                {value === null ? "–" : <data value={value}>{figure(value * factor, language)}</data>}
                <span className={isAlone ? "unseen" : undefined}>{` ${unit}`}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
