/** What a number is made of: the formula of its query, and the queries that the formula names, each with its own. */
import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { figure } from "../../figures/figures.ts";
import type { ShownUnit } from "@etesian/interface";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";

/**
 * @param shownUnit as the number itself is shown
 * @param of the unit of the model that is shown so; absent: that of the query
 */
export function Why({
  query,
  shownUnit,
  of,
}: {
  readonly query: string;
  readonly shownUnit: ShownUnit;
  readonly of?: string | null;
}) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const shown = useSession((state) => state.shown);
  const explanation = useSession((state) => state.explanations.get(query));
  const [isOpen, setIsOpen] = useState(false);
  const isMissing = explanation === undefined;
  useEffect(() => {
    if (isMissing) session.explain(query);
  }, [session, query, isMissing, shown]);
  if (!session.canExplain) return <code>{query}</code>;
  const { result = null, formula = "", parts = [], unit = null } = explanation ?? {};
  const value = result?.future ?? null;
  const ofUnit = of ?? unit;
  const shownAs = unit === ofUnit ? shownUnit : model.shownAs(unit ?? "");
  return (
    <div className="why" data-query={query}>
      <Button className="line" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        <Icon name="chevron" size={12} />
        <code>{query}</code>
        <span className="value">
          {value === null ? (
            (result?.fault ?? "")
          ) : (
            <data value={value}>{`${figure(value * shownAs.factor, language)} ${shownAs.unit}`}</data>
          )}
        </span>
      </Button>
      {isOpen && (
        <div className="below">
          <code>{formula.trim()}</code>
          {parts.length > 0 && (
            <ul aria-label={texts.panesMore.madeOf}>
              {parts.map((part) => (
                <li key={part}>
                  <Why query={part} shownUnit={shownUnit} of={ofUnit} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
