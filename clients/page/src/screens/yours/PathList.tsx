/** A user's transition paths, which can be opened and deleted. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { deletePath, listPaths } from "../../calculation/paths.ts";
import { Icon } from "../../controls/icons.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { refusalIn } from "../../texts/refusals.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { useAreas } from "../start/use-areas.ts";
import { formatAgo } from "./times.ts";

export function PathList() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const yearsTexts = usePartTexts({ en, nl });
  const queries = useQueryClient();
  const attempt = useAttempt();
  const { nameOf: areaOf } = useAreas();
  const paths = useQuery({ queryKey: ["yours", "paths"], queryFn: () => listPaths(api) });
  const remove = (id: number): void =>
    attempt.run(async () => {
      await deletePath(api, id);
      await queries.invalidateQueries({ queryKey: ["yours", "paths"] });
    });
  return (
    <section className="card" aria-labelledby="paths-title">
      <header>
        <h2 id="paths-title">{yearsTexts.paths}</h2>
      </header>
      <p className="hint">{yearsTexts.pathsAbout}</p>
      <ErrorMessages messages={paths.error === null ? attempt.errors : refusalIn(language, paths.error)} />
      {(paths.data ?? []).length === 0 && (
        <p className="empty">{paths.isPending ? texts.loading : yearsTexts.noPaths}</p>
      )}
      <ul className="people">
        {paths.data?.map(({ id, title, area, endYear, changedAt }) => (
          <li key={id}>
            <span>
              <Link to="/collections/$id" params={{ id: String(id) }}>
                {title}
              </Link>{" "}
              <span className="quiet">
                {[area === null ? null : areaOf(area), endYear].filter((part) => part !== null).join(" · ")}
              </span>
            </span>
            <span className="quiet">{formatAgo(changedAt, language, yours.justNow)}</span>
            <MenuTrigger>
              <Button className="icon" aria-label={yours.more(title)}>
                <Icon name="more" />
              </Button>
              <Popover className="menu" placement="bottom end">
                <Menu aria-label={yours.more(title)} onAction={() => remove(id)}>
                  <MenuSection>
                    <Header className="who">{yearsTexts.deleteAbout(title)}</Header>
                    <MenuItem id="delete" className="danger">
                      {yours.deleteForever}
                    </MenuItem>
                  </MenuSection>
                </Menu>
              </Popover>
            </MenuTrigger>
          </li>
        ))}
      </ul>
    </section>
  );
}
