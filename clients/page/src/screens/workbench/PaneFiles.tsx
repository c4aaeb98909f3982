/** A chart as a file, and the link to the current view. */
import type { RefObject } from "react";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { pngOfPane, save, svgOfPane } from "../../charts/picture.ts";
import { copy } from "../../controls/CopyButton.tsx";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { fileNameOf } from "./data/file-names.ts";

const FILES = ["csv", "png", "svg", "link"] as const;
type FileKind = (typeof FILES)[number];

export function PaneFiles({
  chart,
  pane,
  csv,
}: {
  readonly chart: Chart;
  readonly pane: RefObject<HTMLElement | null>;
  /** The numbers as a file. */
  readonly csv: () => string;
}) {
  const { texts } = useTexts();
  const words = texts.panesMore;
  const [said, setSaid] = useState("");
  const { session } = useWorkspace();
  const nameOf = (kind: string): string => fileNameOf(session.state.getState().stored, chart.key, kind);
  const make = async (kind: FileKind): Promise<void> => {
    const element = pane.current!;
    switch (kind) {
      case "csv":
        return save(nameOf("csv"), new Blob([csv()], { type: "text/csv" }));
      case "svg":
        return save(nameOf("svg"), new Blob([await svgOfPane(element)], { type: "image/svg+xml" }));
      case "png":
        return save(nameOf("png"), await pngOfPane(element));
      case "link":
        setSaid((await copy(location.href)) ? words.copied : location.href);
    }
  };
  return (
    <>
      <MenuTrigger>
        <Button className="icon small" aria-label={words.files(chart.title)}>
          <Icon name="download" size={15} />
        </Button>
        <Popover className="filesMenu" placement="bottom end">
          <Menu
            aria-label={words.files(chart.title)}
            onAction={(key) => {
              const kind = FILES.find((each) => each === key);
              if (kind !== undefined) make(kind).catch((error: unknown) => setSaid(String(error)));
            }}
          >
            {FILES.map((kind) => (
              <MenuItem key={kind} id={kind}>
                {words[kind]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span className="said" role="status">
        {said}
      </span>
    </>
  );
}
