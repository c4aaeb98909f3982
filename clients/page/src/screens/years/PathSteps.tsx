/** The years of the path, each a link to its scenario in the same view; the end year alone without a path. */
import { Link } from "@tanstack/react-router";
import { yearNames } from "../../calculation/paths.ts";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { keepView } from "../workbench/search.ts";
import { usePath } from "./use-path.ts";

export function PathSteps() {
  const { texts } = useTexts();
  const { scenarios } = usePath();
  const isPhone = useIsPhone();
  const { id, endYear } = useSession((state) => state.scenario);
  // Links do not fit into the top bar of a phone; the years screen has them.
  if (scenarios.length < 2 || isPhone) return endYear;
  const names = yearNames(scenarios);
  return (
    <nav className="steps" aria-label={texts.years}>
      {scenarios.map((scenario, index) => (
        <Link
          key={scenario.id}
          to="/s/$id"
          params={{ id: String(scenario.id) }}
          search={keepView}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={scenario.id === id ? "page" : undefined}
        >
          {names[index]}
        </Link>
      ))}
    </nav>
  );
}
