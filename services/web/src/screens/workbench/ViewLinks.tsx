/** The screens of a scenario. */
import { Link } from "@tanstack/react-router";
import { useTexts } from "../../texts/language.tsx";

/** Screens beside the workbench. */
export const VIEWS = ["hours", "compare"] as const;

export type View = (typeof VIEWS)[number];

/** `current` is absent in the workbench. */
export function ViewLinks({ current }: { readonly current: View | undefined }) {
  const { texts } = useTexts();
  const views: readonly (readonly [view: View | undefined, title: string])[] = [
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
