/** A user's unsaved scenarios, which can be opened, made private or public, and deleted. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { writeSettings } from "../../calculation/settings.ts";
import { Icon } from "../../controls/icons.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { deleteOwnScenario, listOwnScenarios, type OwnScenario } from "../../saved/own-scenarios.ts";
import { savedVersions } from "../../saved/saved-scenarios.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { refusalIn } from "../../texts/refusals.ts";
import { nameOf } from "../compare/names.ts";
import { useAreas } from "../start/use-areas.ts";
import { formatAgo } from "./times.ts";

export function OwnList() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const attempt = useAttempt();
  const list = useInfiniteQuery({
    queryKey: ["yours", "own"],
    queryFn: ({ pageParam }) => listOwnScenarios(api, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
  });
  // Refetched together with the list of saved scenarios; one request serves all pages of this list.
  const saved = useQuery({ queryKey: ["yours", "list", "versions"], queryFn: () => savedVersions(api) });
  const ownScenarios = list.data?.pages.flatMap((page) => page.scenarios) ?? [];
  const scenarios = saved.data === undefined ? [] : ownScenarios.filter(({ id }) => !saved.data.has(id));
  const change = (work: () => Promise<void>): void =>
    attempt.run(async () => {
      await work();
      await queries.invalidateQueries({ queryKey: ["yours", "own"] });
    });
  const error = list.error ?? saved.error;
  const errors = error === null ? attempt.errors : refusalIn(language, error);
  return (
    <section className="card" aria-labelledby="own-title">
      <header>
        <h2 id="own-title">{yours.unsaved}</h2>
      </header>
      <p className="hint">{yours.unsavedAbout}</p>
      <ErrorMessages messages={errors} />
      {scenarios.length === 0 && (
        <p className="empty">{list.isPending || saved.isPending ? texts.loading : yours.noUnsaved}</p>
      )}
      <ul className="people">
        {scenarios.map((scenario) => (
          <Row
            key={scenario.id}
            scenario={scenario}
            onPrivate={() => change(() => writeSettings(api, scenario.id, { isPrivate: !scenario.isPrivate }))}
            onDelete={() => change(() => deleteOwnScenario(api, scenario.id))}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <ActionButton className="button" isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {yours.moreScenarios}
        </ActionButton>
      )}
    </section>
  );
}

function Row({
  scenario,
  onPrivate,
  onDelete,
}: {
  readonly scenario: OwnScenario;
  readonly onPrivate: () => void;
  readonly onDelete: () => void;
}) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { formatAreaAndYear } = useAreas();
  const { id, area, endYear, isPrivate, changedAt } = scenario;
  const title = nameOf(scenario, texts);
  return (
    <li>
      <span>
        <Link to="/s/$id" params={{ id: String(id) }}>
          {title}
        </Link>{" "}
        <span className="quiet">{formatAreaAndYear(area, endYear)}</span>{" "}
        {isPrivate && <span className="chip">{yours.private}</span>}
      </span>
      <span className="quiet">{formatAgo(changedAt, language, yours.justNow)}</span>
      <MenuTrigger>
        <Button className="icon" aria-label={yours.more(title)}>
          <Icon name="more" />
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu aria-label={yours.more(title)} onAction={(key) => (key === "delete" ? onDelete() : onPrivate())}>
            <MenuItem id="private">{isPrivate ? yours.makePublic : yours.makePrivate}</MenuItem>
            <MenuSection>
              <Header className="who">{yours.deleteScenarioAbout(title)}</Header>
              <MenuItem id="delete" className="danger">
                {yours.deleteForever}
              </MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
    </li>
  );
}
