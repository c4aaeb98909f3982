/**
 * Saved scenarios and the trash: rows outside the viewport are not rendered, and pages are read as the user scrolls.
 */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import {
  Button,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  Header,
  Input,
  ListLayout,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  SearchField,
  Virtualizer,
} from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import {
  deleteForever,
  discard,
  listSaved,
  type SavedScenario,
  setPrivate,
  restoreFromTrash,
} from "../../saved/saved-scenarios.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useAreas } from "../start/use-areas.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import { ShareDialog } from "./ShareDialog.tsx";
import { formatAgo } from "./times.ts";
import { VersionsDialog } from "./VersionsDialog.tsx";

const ROW_HEIGHT = 44;
type Folder = "saved" | "trash";
type DialogName = "rename" | "share" | "versions";

export function SavedList() {
  const { texts } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const [folder, setFolder] = useState<Folder>("saved");
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<{ readonly dialog: DialogName; readonly saved: SavedScenario } | null>(null);
  const [statusMessage, setStatusMessage] = useState("");
  const attempt = useAttempt();
  const list = useInfiniteQuery({
    queryKey: ["yours", "list", folder],
    queryFn: ({ pageParam }) => listSaved(api, { page: pageParam, isDiscarded: folder === "trash" }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { data }) => sum + data.length, 0) < total ? pages.length + 1 : undefined,
  });
  const { formatAreaAndYear, isModelPending } = useAreas();
  const all = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const query = text.toLowerCase();
  const matches = all.filter((saved) =>
    `${saved.title} ${formatAreaAndYear(saved.area_code, saved.end_year)} ${saved.area_code}`
      .toLowerCase()
      .includes(query),
  );
  const rowCount = matches.length + (list.hasNextPage ? 1 : 0);
  const change = (work: () => Promise<void>, message = ""): void =>
    attempt.run(async () => {
      await work();
      await queries.invalidateQueries({ queryKey: ["yours", "list"] });
      setStatusMessage(message);
    });
  return (
    <section className="card" id="saved" aria-labelledby="saved-title">
      <header>
        <h2 id="saved-title">{yours.savedScenarios}</h2>
        <Segments
          label={yours.savedScenarios}
          selectedKey={folder}
          onChoose={setFolder}
          segments={[
            { key: "saved", label: yours.saved },
            { key: "trash", label: yours.trash },
          ]}
        />
        <span className="space" />
        <SearchField aria-label={yours.searchSaved} value={text} onChange={setText}>
          <Input className="input" placeholder={yours.searchSaved} />
        </SearchField>
      </header>
      <ErrorMessages
        messages={attempt.errors.length > 0 || list.error === null ? attempt.errors : [list.error.message]}
      />
      <p className="unseen" role="status">
        {statusMessage}
      </p>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_HEIGHT }}>
        <GridList
          aria-label={folder === "saved" ? yours.savedScenarios : yours.trash}
          className="savedList"
          style={{ "--rows": rowCount } as CSSProperties}
          dependencies={[folder, isModelPending]}
          renderEmptyState={() => (
            <p className="empty">
              {list.isPending ? texts.loading : folder === "saved" ? yours.noSaved : yours.emptyTrash}
            </p>
          )}
        >
          {matches.map((saved) => (
            <Row
              key={saved.id}
              areaAndYear={formatAreaAndYear(saved.area_code, saved.end_year)}
              saved={saved}
              onOpen={(dialog) => setOpened({ dialog, saved })}
              onChange={(kind) => {
                switch (kind) {
                  case "private":
                    return change(() => setPrivate(api, saved, !saved.private));
                  case "discard":
                    return change(() => discard(api, saved.id), yours.movedToTrash(saved.title));
                  case "restore":
                    return change(() => restoreFromTrash(api, saved.id));
                  case "delete":
                    return change(() => deleteForever(api, saved.id));
                }
              }}
            />
          ))}
          {list.hasNextPage && (
            <GridListLoadMoreItem
              onLoadMore={() => {
                if (!list.isFetchingNextPage) void list.fetchNextPage();
              }}
              isLoading={list.isFetchingNextPage}
            >
              {texts.loading}
            </GridListLoadMoreItem>
          )}
        </GridList>
      </Virtualizer>
      {opened?.dialog === "rename" && <RenameDialog saved={opened.saved} onClose={() => setOpened(null)} />}
      {opened?.dialog === "share" && <ShareDialog saved={opened.saved} onClose={() => setOpened(null)} />}
      {opened?.dialog === "versions" && (
        <VersionsDialog saved={opened.saved} onClose={() => setOpened(null)} onRestored={() => setOpened(null)} />
      )}
    </section>
  );
}

type ChangeKind = "private" | "discard" | "restore" | "delete";

function Row({
  saved,
  areaAndYear,
  onOpen,
  onChange,
}: {
  readonly saved: SavedScenario;
  /** The name of its area, and its end year. */
  readonly areaAndYear: string;
  readonly onOpen: (dialog: DialogName) => void;
  readonly onChange: (kind: ChangeKind) => void;
}) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const navigate = useNavigate();
  const { id, title, scenario_id, updated_at, discarded } = saved;
  const ownId = visitor.state.getState().person?.id;
  const role = saved.saved_scenario_users.find(({ user_id }) => user_id === ownId)?.role;
  return (
    <GridListItem id={id} textValue={title} className="saved">
      <span className="name">
        {discarded ? (
          <b>{title}</b>
        ) : (
          <Link to="/s/$id" params={{ id: String(scenario_id) }}>
            {title}
          </Link>
        )}
        <span className="quiet">{areaAndYear}</span>
        {saved.private && <span className="chip">{yours.private}</span>}
        {role !== undefined && role !== "scenario_owner" && <span className="chip">{yours.roles[role]}</span>}
      </span>
      <span className="quiet when">{formatAgo(saved.discarded_at ?? updated_at, language, yours.justNow)}</span>
      {discarded ? (
        <span className="buttons">
          <Button className="button" aria-label={`${yours.restore}: ${title}`} onPress={() => onChange("restore")}>
            {yours.restore}
          </Button>
          <MenuTrigger>
            <Button className="icon" aria-label={yours.more(title)}>
              <Icon name="more" />
            </Button>
            <Popover className="menu" placement="bottom end">
              <Menu aria-label={yours.more(title)} onAction={() => onChange("delete")}>
                <MenuSection>
                  <Header className="who">{yours.deleteAbout(title)}</Header>
                  <MenuItem id="delete" className="danger">
                    {yours.deleteForever}
                  </MenuItem>
                </MenuSection>
              </Menu>
            </Popover>
          </MenuTrigger>
        </span>
      ) : (
        <MenuTrigger>
          <Button className="icon" aria-label={yours.more(title)}>
            <Icon name="more" />
          </Button>
          <Popover className="menu" placement="bottom end">
            <Menu
              aria-label={yours.more(title)}
              onAction={(key) => {
                if (key === "open") void navigate({ to: "/s/$id", params: { id: String(scenario_id) } });
                else if (key === "private" || key === "discard") onChange(key);
                else onOpen(key as DialogName);
              }}
            >
              <MenuItem id="open">{yours.open}</MenuItem>
              <MenuItem id="rename">{yours.rename}</MenuItem>
              <MenuItem id="versions">{yours.versions}</MenuItem>
              <MenuItem id="share">{yours.share}</MenuItem>
              <MenuItem id="private">{saved.private ? yours.makePublic : yours.makePrivate}</MenuItem>
              <MenuItem id="discard">{yours.discard}</MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
    </GridListItem>
  );
}
