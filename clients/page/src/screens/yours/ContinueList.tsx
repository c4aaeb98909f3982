/** The scenarios to continue with, on the start page: a user's saved scenarios, or a guest's recent ones. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useStore } from "zustand";
import { listSaved } from "../../saved/saved-scenarios.ts";
import { readRecent } from "../../saved/recent.ts";
import { api, storage, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useAreas } from "../start/use-areas.ts";
import { formatAgo } from "./times.ts";

const MAX_SHOWN = 5;

export function ContinueList() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const person = useStore(visitor.state, (state) => state.person?.id ?? null);
  const list = useQuery({
    queryKey: ["yours", "list", "latest"],
    queryFn: () => listSaved(api, { page: 1, isDiscarded: false }),
    enabled: person !== null,
  });
  const { formatAreaAndYear } = useAreas();
  const [recent] = useState(() => readRecent(storage));
  const latest =
    person === null
      ? recent.map(({ id, title, area, endYear, openedAt }) => ({
          scenario: id,
          title: nameOf({ id, title }, texts),
          areaAndYear: formatAreaAndYear(area, endYear),
          changedAt: openedAt,
        }))
      : (list.data?.data.slice(0, MAX_SHOWN) ?? []).map(({ title, area_code, end_year, scenario_id, updated_at }) => ({
          scenario: scenario_id,
          title,
          areaAndYear: formatAreaAndYear(area_code, end_year),
          changedAt: updated_at,
        }));
  if (latest.length === 0) return null;
  return (
    <section className="continue" aria-labelledby="continue-title">
      <header className="line">
        <h2 id="continue-title">{yours.continueWith}</h2>
        <span className="space" />
        {person !== null && <Link to="/yours">{yours.savedScenarios}</Link>}
      </header>
      <ul className="card people">
        {latest.map(({ scenario, title, areaAndYear, changedAt }) => (
          <li key={scenario}>
            <span>
              <Link to="/s/$id" params={{ id: String(scenario) }}>
                {title}
              </Link>{" "}
              <span className="quiet">{areaAndYear}</span>
            </span>
            <span className="quiet">{formatAgo(changedAt, language, yours.justNow)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
