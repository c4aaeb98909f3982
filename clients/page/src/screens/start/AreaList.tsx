/** The areas to choose from, by kind; areas that cannot be calculated have the reason as a tooltip. */
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components";
import { useTexts } from "../../texts/language.tsx";
import type { AreaChoice, AreaGroup } from "./areas.ts";

export function AreaList({
  choices,
  groups,
  chosen,
  isPending,
  onChoose,
}: {
  readonly choices: readonly AreaChoice[];
  /** The matching choices, by kind. */
  readonly groups: readonly AreaGroup[];
  readonly chosen: string | null;
  readonly isPending: boolean;
  readonly onChoose: (area: string) => void;
}) {
  const { texts } = useTexts();
  return (
    <ListBox
      className="areas"
      aria-label={texts.area}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === null ? [] : [chosen]}
      disabledKeys={choices.filter(({ problem }) => problem !== null).map(({ key }) => key)}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChoose(String(key));
      }}
      renderEmptyState={() => <p className="empty">{isPending ? texts.loading : texts.noAreas}</p>}
      items={groups}
    >
      {({ group, areas: members }) => (
        <ListBoxSection id={group}>
          <Header>{Object.hasOwn(texts.areaKinds, group) ? texts.areaKinds[group as AreaKind] : group}</Header>
          <Collection items={members.map((member) => ({ ...member, id: member.key }))}>
            {({ key, name, year, problem }) => (
              <ListBoxItem id={key} textValue={name}>
                {name}{" "}
                <span className="quiet" title={problem ?? key}>
                  {problem === null ? texts.startYearData(year) : texts.notCalculable}
                </span>
              </ListBoxItem>
            )}
          </Collection>
        </ListBoxSection>
      )}
    </ListBox>
  );
}

type AreaKind = keyof ReturnType<typeof useTexts>["texts"]["areaKinds"];
