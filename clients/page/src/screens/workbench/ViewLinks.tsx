/** Links to a scenario's screens. */
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";

/** Screens other than the workbench. Presentations and reports have no link here, because actions open them. */
export const VIEWS = ["hours", "years", "compare", "explore", "present", "report"] as const;

export type View = (typeof VIEWS)[number];

/**
 * Links to the screens; `current` is absent in the workbench. On a phone they are tabs at the bottom, and the last tab
 * opens the start page.
 */
export function ViewLinks({ current }: { readonly current: View | undefined }) {
  const { texts } = useTexts();
  const views = [
    { view: undefined, icon: "sliders", title: texts.compare.workbench },
    { view: "hours", icon: "table", title: texts.hours.title },
    { view: "years", icon: "chart", title: texts.years },
    { view: "compare", icon: "link", title: texts.compare.title },
    { view: "explore", icon: "compass", title: texts.explore },
  ] as const;
  return (
    <nav className="views" aria-label={texts.compare.views}>
      {views.map(({ view, icon, title }) => (
        <Link
          key={title}
          to="."
          search={(search) => ({ ...search, view })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === current ? "page" : undefined}
        >
          <Icon name={icon} />
          {view === undefined ? (
            <>
              <span className="wide">{title}</span>
              <span className="narrow">{texts.sliders}</span>
            </>
          ) : (
            title
          )}
        </Link>
      ))}
      <Link to="/" className="narrow">
        <Icon name="map" />
        {texts.scenarios}
      </Link>
    </nav>
  );
}

/** Ends the comparison on any screen; charts then show this scenario alone. */
export function EndComparison() {
  const { texts } = useTexts();
  const navigate = useNavigate();
  return (
    <Button
      className="icon small"
      aria-label={texts.compare.end}
      onPress={() =>
        void navigate({ to: ".", search: (search) => ({ ...search, cmp: undefined, compared: undefined }) })
      }
    >
      <Icon name="close" size={14} />
    </Button>
  );
}
