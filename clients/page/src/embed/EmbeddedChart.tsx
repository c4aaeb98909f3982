/** A chart in a page of another site: title, drawing, and a link to the scenario. */
import { useState } from "react";
import { FirstWeekdayContext } from "../charts/calendar.ts";
import { ChartBody } from "../charts/ChartBody.tsx";
import type { Lack } from "../charts/lack.ts";
import { Hatches } from "../charts/Hatches.tsx";
import { createHoursView, HoursViewContext, readHours } from "../charts/hours-view.ts";
import { kindOf } from "../charts/kinds/charts.ts";
import { Icon } from "../controls/icons.tsx";
import { HOURS_SWITCH } from "../figures/values.ts";
import { useTexts } from "../texts/language.tsx";
import type { EmbedAddress } from "./embed-address.ts";
import type { Embedded } from "./read-embedded.ts";

export function EmbeddedChart({ embedded, address }: { readonly embedded: Embedded; readonly address: EmbedAddress }) {
  const { chart, pane, answer, years, area, id, version, title, firstWeekday } = embedded;
  const { texts } = useTexts();
  const words = texts.embed;
  const [hours] = useState(() => createHoursView(readHours(address.hours ?? "") ?? {}));
  const kind = kindOf(chart.type);
  const isTableAlready = kind.data === "annual" && kind.isTable;
  const [isTable, setIsTable] = useState(pane.isTable);
  const open = new URL(`/s/${id}`, location.origin);
  open.searchParams.set("charts", address.chart);
  if (version !== null) open.searchParams.set("v", String(version));
  if (address.hours !== null) open.searchParams.set("h", address.hours);
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
            isTable={isTable || isTableAlready}
            shown={answer}
            before={null}
            years={years}
            theme={address.theme}
            Empty={EmptyEmbedded}
            hoursOff={<p className="empty">{texts.hours.noHours}</p>}
            isWithoutHours={answer.sliders.userValues[HOURS_SWITCH] === 0}
          />
          <footer>
            <span className="brand">
              <Icon name="mark" size={16} />
              Etesian
            </span>
            <a href={open.href} target="_blank" rel="noopener">
              {words.open}
            </a>
            <span className="of">
              {version === null ? name : `${name}, ${texts.time.versionNumber(version).toLowerCase()}`}
            </span>
            {!isTableAlready && (
              <button type="button" onClick={() => setIsTable(!isTable)}>
                {isTable ? words.chart : words.table}
              </button>
            )}
          </footer>
        </main>
      </HoursViewContext>
    </FirstWeekdayContext>
  );
}

function EmptyEmbedded({ lack, reason = "" }: Lack) {
  return (
    <div className="empty">
      <strong>{lack}</strong>
      {reason !== "" && <p>{reason}</p>}
    </div>
  );
}

/** The same for every reason, which the page around the frame could otherwise learn from a person's screenshot. */
export function NotAvailable() {
  const { embed: words } = useTexts().texts;
  return (
    <main className="pane unavailable">
      <h1>{words.unavailable}</h1>
    </main>
  );
}
