/** The saved scenarios that the person changed last, on the start. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useStore } from "zustand";
import { listSaved } from "../../saved/saved-scenarios.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { agoOf } from "./times.ts";

const SHOWN = 5;

export function GoOn() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const person = useStore(visitor.state, (state) => state.person?.id ?? null);
  const list = useQuery({
    queryKey: ["yours", "list", "latest"],
    queryFn: () => listSaved(api, { page: 1, discarded: false }),
    enabled: person !== null,
  });
  const latest = person === null ? [] : (list.data?.data.slice(0, SHOWN) ?? []);
  if (latest.length === 0) return null;
  return (
    <section aria-labelledby="go-on-title">
      <header className="line">
        <h2 id="go-on-title">{yours.goOn}</h2>
        <span className="space" />
        <Link to="/yours">{yours.savedScenarios}</Link>
      </header>
      <ul className="card people">
        {latest.map(({ id, title, area_code, end_year, scenario_id, updated_at }) => (
          <li key={id}>
            <span>
              <Link to="/s/$id" params={{ id: String(scenario_id) }}>
                {title}
              </Link>{" "}
              <span className="quiet">{`${area_code} · ${end_year}`}</span>
            </span>
            <span className="quiet">{agoOf(updated_at, language, yours.justNow)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
