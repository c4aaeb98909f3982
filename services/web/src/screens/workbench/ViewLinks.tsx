/** The screens of a scenario. */
import { Link } from "@tanstack/react-router";
import { useTexts } from "../../texts/language.tsx";
import type { WorkbenchSearch } from "./Workbench.tsx";

type View = WorkbenchSearch["view"];

export function ViewLinks({ current }: { readonly current: View }) {
  const { texts } = useTexts();
  const views: readonly (readonly [view: View, title: string])[] = [
    [undefined, texts.compare.workbench],
    ["hours", texts.hours.title],
    ["compare", texts.compare.title],
  ];
  return (
    <nav className="views" aria-label={texts.compare.views}>
      {views.map(([view, title]) => (
        <Link
          key={title}
          to="."
          search={(search) => ({ ...search, view })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === current ? "page" : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
