/** A chart on another site's page: title, drawing, and a link to the scenario. */
import { useState } from "react";
import { FirstWeekdayContext } from "../charts/calendar.ts";
import { ChartBody } from "../charts/ChartBody.tsx";
import type { NoDataProps } from "../charts/no-data.ts";
import { Hatches } from "../charts/Hatches.tsx";
import { createHoursView, HoursViewContext, readHours } from "../charts/hours-view.ts";
import { kindOf } from "../charts/kinds/charts.ts";
import { Icon } from "../controls/icons.tsx";
import { HOURS_SWITCH } from "../figures/values.ts";
import { useTexts } from "../texts/language.tsx";
import type { EmbedAddress } from "./embed-address.ts";
import type { EmbedData } from "./read-embedded.ts";

export function EmbeddedChart({ data, address }: { readonly data: EmbedData; readonly address: EmbedAddress }) {
  const { chart, pane, answer, years, area, id, version, title, firstWeekday } = data;
  const { texts } = useTexts();
  const embedTexts = texts.embed;
  const [hours] = useState(() => createHoursView(readHours(address.hours ?? "") ?? {}));
  const kind = kindOf(chart.type);
  const isAlwaysTable = kind.data === "annual" && kind.isTable;
  const [isTable, setIsTable] = useState(pane.isTable);
  const scenarioUrl = new URL(`/s/${id}`, location.origin);
  scenarioUrl.searchParams.set("charts", address.chart);
  if (version !== null) scenarioUrl.searchParams.set("v", String(version));
  if (address.hours !== null) scenarioUrl.searchParams.set("h", address.hours);
  const name = title === "" ? `${texts.scenario} ${id}` : title;
  return (
    <FirstWeekdayContext value={firstWeekday}>
      <HoursViewContext value={hours}>
        <Hatches />
        <main className="pane" data-chart={chart.key} data-recipe={answer.recipe}>
          <header>
            <h1>{chart.title}</h1>
            <span className="span">{`${area} ${years.future}`}</span>
          </header>
          <ChartBody
            chart={chart}
            view={pane.view}
            isTable={isTable || isAlwaysTable}
            answer={answer}
            previousAnswer={null}
            years={years}
            theme={address.theme}
            Empty={EmptyEmbedded}
            hoursOffNotice={<p className="empty">{texts.hours.noHours}</p>}
            isWithoutHours={answer.sliders.userValues[HOURS_SWITCH] === 0}
          />
          <footer>
            <span className="brand">
              <Icon name="mark" size={16} />
              Etesian
            </span>
            <a href={scenarioUrl.href} target="_blank" rel="noopener">
              {embedTexts.open}
            </a>
            <span className="of">
              {version === null ? name : `${name}, ${texts.time.versionNumber(version).toLowerCase()}`}
            </span>
            {!isAlwaysTable && (
              <button type="button" onClick={() => setIsTable(!isTable)}>
                {isTable ? embedTexts.chart : embedTexts.table}
              </button>
            )}
          </footer>
        </main>
      </HoursViewContext>
    </FirstWeekdayContext>
  );
}

function EmptyEmbedded({ message, reason = "" }: NoDataProps) {
  return (
    <div className="empty">
      <strong>{message}</strong>
      {reason !== "" && <p>{reason}</p>}
    </div>
  );
}

/** The message is the same for every reason, so that it reveals nothing about private scenarios. */
export function NotAvailable() {
  const { embed: embedTexts } = useTexts().texts;
  return (
    <main className="pane unavailable">
      <h1>{embedTexts.unavailable}</h1>
    </main>
  );
}
