/** The scenarios of a path: headline numbers by year, steps between the years, further years, and saving. */
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { HeadlineNumber } from "@etesian/interface";
import { interpolateYears, MAX_ON_PATH, suggestedYears, parseYears } from "../../calculation/paths.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatFigure } from "../../figures/figures.ts";
import { valueOf, type Year } from "../../figures/values.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWords } from "../../texts/own-words.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { ScenarioPicker } from "../compare/ScenarioPicker.tsx";
import { Moved } from "../Moved.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { useYearPoints, type YearPoint } from "./points.ts";
import { SavePath } from "./SavePath.tsx";
import { onPath, usePath } from "./use-path.ts";

export function YearsHeader() {
  const words = useWords({ en, nl });
  const { ids, missing, show } = usePath();
  const points = useYearPoints();
  const isAlone = ids.length === 1;
  const isFull = ids.length >= MAX_ON_PATH;
  const area = useSession((state) => state.scenario.area);
  return (
    <section className="sides yearsHeader" aria-label={words.title}>
      <div className="yearsLead">
        <h2>{words.title}</h2>
        {!isFull && <Interpolation key={ids.join()} />}
        {!isFull && <ScenarioPicker label={words.add} excludedIds={ids} onPick={(id) => show([...ids, id])} />}
        {!isAlone && <SavePath />}
        {!isAlone && (
          <Button className="button plain" onPress={() => show([])}>
            {words.leave}
          </Button>
        )}
      </div>
      <p className="hint">{isAlone ? words.empty : isFull ? words.full(MAX_ON_PATH) : words.about}</p>
      {missing > 0 && <p className="notice">{words.missing(missing)}</p>}
      {points.some((point) => point.area !== area) && <p className="notice">{words.areasDiffer}</p>}
      <Numbers points={points} />
    </section>
  );
}

/** Creates scenarios for further years of the path. */
function Interpolation() {
  const words = useWords({ en, nl });
  const { ids, scenarios, show } = usePath();
  const startYear = useSession((state) => state.scenario.startYear);
  const attempt = useAttempt();
  const about = useId();
  const present = scenarios.map(({ endYear }) => endYear);
  const [entered, setEntered] = useState<string | null>(null);
  const text = entered ?? suggestedYears(startYear, present).join(", ");
  const last = Math.max(...present);
  const years = parseYears(text);
  const isValid =
    years !== null &&
    years.length <= MAX_ON_PATH - ids.length &&
    years.every((year) => year > startYear && year < last && !present.includes(year));
  return (
    <Form
      className="interpolation"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) attempt.run(async () => show([...ids, ...(await interpolateYears(api, ids, years))]));
      }}
    >
      <TextField value={text} onChange={setEntered} isInvalid={text !== "" && !isValid} aria-describedby={about}>
        <Label>{words.years}</Label>
        <Input className="input" placeholder="2030, 2040" />
      </TextField>
      <span id={about} className="unseen">
        {words.yearsInvalid(startYear, last)}
      </span>
      <ActionButton className="button" type="submit" isDisabled={!isValid} isBusy={attempt.isBusy}>
        {words.interpolate}
      </ActionButton>
      <Sentences sentences={attempt.errors} />
    </Form>
  );
}

/** A column for the start year and each scenario; the changes are since the start year. */
function Numbers({ points }: { readonly points: readonly YearPoint[] }) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const words = useWords({ en, nl });
  const { ids, show } = usePath();
  const { id: own, startYear } = useSession((state) => state.scenario);
  const shown = useSession((state) => state.answer);
  const valueIn = (number: HeadlineNumber, answer: YearPoint["answer"], year: Year): number | null => {
    const value = answer === null ? null : valueOf(answer, number.query, number, year);
    return value === null ? null : value * number.factor;
  };
  const cell = (value: number | null) => (value === null ? "–" : formatFigure(value, language));
  return (
    <HeadlineFigures
      numbers={model.headline}
      columns={[
        { head: startYear, cell: (number) => cell(valueIn(number, shown, "today")) },
        ...points.map(({ id, name, answer }) => ({
          head: (
            <>
              <Link
                to="/s/$id"
                params={{ id: String(id) }}
                search={onPath}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={id === own ? ("page" as const) : undefined}
              >
                {name}
              </Link>
              {id !== own && (
                <Button
                  className="icon small"
                  aria-label={words.remove(name)}
                  onPress={() => show(ids.filter((other) => other !== id))}
                >
                  <Icon name="close" size={12} />
                </Button>
              )}
            </>
          ),
          cell: (number: HeadlineNumber) => (
            <>
              <Moved
                from={valueIn(number, shown, "today")}
                to={valueIn(number, answer, "future")}
                better={number.better}
              />{" "}
              {cell(valueIn(number, answer, "future"))}
            </>
          ),
        })),
      ]}
    />
  );
}
