/** The menu of a pane's actions: files, sharing, facts, pinning and removal. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { forSpreadsheet } from "../../charts/csv.ts";
import { canEmbed } from "../../charts/kinds/charts.ts";
import { pngOfPane, save, svgOfPane } from "../../charts/picture.ts";
import { copy } from "../../controls/CopyButton.tsx";
import { Drawer } from "../../controls/Drawer.tsx";
import { Icon } from "../../controls/icons.tsx";
import { lazyComponent } from "../../controls/lazily.tsx";
import { useTexts } from "../../texts/language.tsx";
import { useOpenComments } from "../comments/use-open-comments.ts";
import { numberOf } from "../custom-query/custom-charts.ts";
import { useTeam, useWorkspace } from "../session-context.tsx";
import { fileNameOf } from "./data/file-names.ts";
import { enterFullScreen } from "../present/full-screen.ts";
import { overlay } from "./overlay.ts";
import { usePane } from "./pane-state.tsx";
import type { WorkbenchSearch } from "./search.ts";
import { useActions } from "./use-actions.ts";

const EmbedDialog = lazyComponent(async () => (await import("./EmbedDialog.tsx")).EmbedDialog);

export function PaneMenu({
  chart,
  pane,
  csv,
  facts,
  onRemove,
}: {
  readonly chart: Chart;
  readonly pane: RefObject<HTMLElement | null>;
  /** Returns the contents of the CSV file. */
  readonly csv: () => string;
  /** The contents of the facts drawer. */
  readonly facts: ReactNode;
  /** Null for the only pane. */
  readonly onRemove: (() => void) | null;
}) {
  const { texts, language } = useTexts();
  const paneTexts = texts.pane;
  const { session, modelHash } = useWorkspace();
  const { pane: state, change, canPin } = usePane();
  const { isPinned } = state;
  const run = useActions();
  const navigate = useNavigate();
  const present = (key: string): void => {
    enterFullScreen();
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, view: "present" as const, chart: key }),
    });
  };
  const openComments = useOpenComments();
  const customQueryNumber = numberOf(chart.key);
  const mayComment = useTeam((state) => state.isAllowed);
  const [message, setMessage] = useState("");
  const [isFactsOpen, setIsFactsOpen] = useState(false);
  const [isEmbedOpen, setIsEmbedOpen] = useState(false);
  // A frame cannot show an hour's report, which a worker calculates, or charts that are not in the model's documents.
  const isEmbeddable = customQueryNumber === null && canEmbed(chart.type) && modelHash !== null;
  const saveFile = async (kind: string, contents: () => BlobPart | Blob | Promise<BlobPart | Blob>, type: string) => {
    const data = await contents();
    save(
      fileNameOf(session.state.getState().scenario, chart.key, kind),
      data instanceof Blob ? data : new Blob([data], { type }),
    );
  };
  const actions: readonly (readonly [id: string, label: string, run: () => unknown])[] = [
    ["csv", paneTexts.csv, () => saveFile("csv", () => forSpreadsheet(csv(), language), "text/csv")],
    ["png", paneTexts.png, () => saveFile("png", () => pngOfPane(pane.current!), "image/png")],
    ["svg", paneTexts.svg, () => saveFile("svg", () => svgOfPane(pane.current!), "image/svg+xml")],
    ["link", paneTexts.link, async () => setMessage((await copy(location.href)) ? paneTexts.copied : location.href)],
    ...(isEmbeddable ? [["embed", paneTexts.embed, () => setIsEmbedOpen(true)] as const] : []),
    ["present", texts.actions.present, () => present(chart.key)],
    ["report", texts.actions.report, () => run("report")],
    ...(customQueryNumber === null
      ? []
      : [["query", paneTexts.editQuery, () => overlay.setState({ shown: `query ${customQueryNumber}` })] as const]),
    ...(mayComment && customQueryNumber === null
      ? [["comment", paneTexts.comment, () => openComments({ kind: "chart", key: chart.key })] as const]
      : []),
    ["facts", paneTexts.sourceAndUnit, () => setIsFactsOpen(true)],
    ...(canPin
      ? [["pin", isPinned ? paneTexts.unpin : paneTexts.pin, () => change({ isPinned: !isPinned })] as const]
      : []),
    ...(onRemove === null ? [] : [["remove", paneTexts.remove, onRemove] as const]),
  ];
  return (
    <>
      <MenuTrigger>
        <Button className="icon small" aria-label={paneTexts.actions(chart.title)}>
          <Icon name="more" size={15} />
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu
            aria-label={paneTexts.actions(chart.title)}
            onAction={(key) => {
              const [, , run] = actions.find(([id]) => id === key)!;
              Promise.resolve(run()).catch((error: unknown) => setMessage(String(error)));
            }}
          >
            {actions.map(([id, label]) => (
              <MenuItem key={id} id={id}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Drawer title={chart.title} isOpen={isFactsOpen} onOpenChange={setIsFactsOpen}>
        {facts}
      </Drawer>
      {isEmbedOpen && <EmbedDialog chart={chart} pane={state} onClose={() => setIsEmbedOpen(false)} />}
      <span className="said" role="status">
        {message}
      </span>
    </>
  );
}

/** A button next to the title of a pinned pane, which keeps its chart when another slide is opened. */
export function UnpinButton({ title }: { readonly title: string }) {
  const { pane: paneTexts } = useTexts().texts;
  const { pane, change, canPin } = usePane();
  if (!canPin || !pane.isPinned) return null;
  return (
    <Button className="other" aria-label={`${paneTexts.unpin}: ${title}`} onPress={() => change({ isPinned: false })}>
      <Icon name="pin" size={12} />
    </Button>
  );
}
