/** The scenarios of a path: headline numbers by year, steps between the years, and buttons to add years and to save. */
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { HeadlineNumber } from "@etesian/interface";
import { interpolateYears, MAX_ON_PATH, suggestedYears, parseYears } from "../../calculation/paths.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { Icon } from "../../controls/icons.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatFigure } from "../../figures/figures.ts";
import { valueOf, type Year } from "../../figures/values.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { ScenarioPicker } from "../compare/ScenarioPicker.tsx";
import { NumberChange } from "../NumberChange.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { useYearPoints, type YearPoint } from "./points.ts";
import { SavePath } from "./SavePath.tsx";
import { keepView } from "../workbench/search.ts";
import { usePath } from "./use-path.ts";

export function YearsHeader() {
  const yearsTexts = usePartTexts({ en, nl });
  const { ids, missing, show } = usePath();
  const points = useYearPoints();
  const isAlone = ids.length === 1;
  const isFull = ids.length >= MAX_ON_PATH;
  const area = useSession((state) => state.scenario.area);
  return (
    <section className="yearsHeader" aria-label={yearsTexts.title}>
      <div className="yearsLead">
        <h2>{yearsTexts.title}</h2>
        {!isFull && <Interpolation key={ids.join()} />}
        {!isFull && <ScenarioPicker label={yearsTexts.add} excludedIds={ids} onPick={(id) => show([...ids, id])} />}
        {!isAlone && <SavePath />}
        {!isAlone && (
          <Button className="button plain" onPress={() => show([])}>
            {yearsTexts.leave}
          </Button>
        )}
      </div>
      <p className="hint">{isAlone ? yearsTexts.empty : isFull ? yearsTexts.full(MAX_ON_PATH) : yearsTexts.about}</p>
      {missing > 0 && <p className="notice">{yearsTexts.missing(missing)}</p>}
      {points.some((point) => point.area !== area) && <p className="notice">{yearsTexts.areasDiffer}</p>}
      <Numbers points={points} />
    </section>
  );
}

/** Creates scenarios for further years of the path. */
function Interpolation() {
  const yearsTexts = usePartTexts({ en, nl });
  const { ids, scenarios, show } = usePath();
  const startYear = useSession((state) => state.scenario.startYear);
  const attempt = useAttempt();
  const hintId = useId();
  const endYears = scenarios.map(({ endYear }) => endYear);
  const [entered, setEntered] = useState<string | null>(null);
  const text = entered ?? suggestedYears(startYear, endYears).join(", ");
  const last = Math.max(...endYears);
  const years = parseYears(text);
  const isValid =
    years !== null &&
    years.length <= MAX_ON_PATH - ids.length &&
    years.every((year) => year > startYear && year < last && !endYears.includes(year));
  return (
    <Form
      className="interpolation"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) attempt.run(async () => show([...ids, ...(await interpolateYears(api, ids, years))]));
      }}
    >
      <TextField value={text} onChange={setEntered} isInvalid={text !== "" && !isValid} aria-describedby={hintId}>
        <Label>{yearsTexts.years}</Label>
        <Input className="input" placeholder="2030, 2040" />
      </TextField>
      <span id={hintId} className="unseen">
        {yearsTexts.yearsInvalid(startYear, last)}
      </span>
      <ActionButton className="button" type="submit" isDisabled={!isValid} isBusy={attempt.isBusy}>
        {yearsTexts.interpolate}
      </ActionButton>
      <ErrorMessages messages={attempt.errors} />
    </Form>
  );
}

/** A column for the start year and each scenario; changes are relative to the start year. */
function Numbers({ points }: { readonly points: readonly YearPoint[] }) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const yearsTexts = usePartTexts({ en, nl });
  const { ids, show } = usePath();
  const { id: ownId, startYear } = useSession((state) => state.scenario);
  const ownAnswer = useSession((state) => state.answer);
  const valueIn = (number: HeadlineNumber, answer: YearPoint["answer"], year: Year): number | null => {
    const value = answer === null ? null : valueOf(answer, number.query, number, year);
    return value === null ? null : value * number.factor;
  };
  const formatCell = (value: number | null) => (value === null ? "–" : formatFigure(value, language));
  return (
    <HeadlineFigures
      numbers={model.headline}
      columns={[
        { head: startYear, cell: (number) => formatCell(valueIn(number, ownAnswer, "today")) },
        ...points.map(({ id, name, answer }) => ({
          head: (
            <>
              <Link
                to="/s/$id"
                params={{ id: String(id) }}
                search={keepView}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={id === ownId ? ("page" as const) : undefined}
              >
                {name}
              </Link>
              {id !== ownId && (
                <Button
                  className="icon small"
                  aria-label={yearsTexts.remove(name)}
                  onPress={() => show(ids.filter((other) => other !== id))}
                >
                  <Icon name="close" size={12} />
                </Button>
              )}
            </>
          ),
          cell: (number: HeadlineNumber) => (
            <>
              {formatCell(valueIn(number, answer, "future"))}
              <span className="since">
                <NumberChange
                  from={valueIn(number, ownAnswer, "today")}
                  to={valueIn(number, answer, "future")}
                  better={number.better}
                />
              </span>
            </>
          ),
        })),
      ]}
    />
  );
}
