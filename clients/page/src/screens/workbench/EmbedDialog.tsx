/** The code that embeds a chart in another page. */
import { useId, useState } from "react";
import { type Chart, isHourly } from "@etesian/interface";
import { useHoursView, writeHours } from "../../charts/hours-view.ts";
import { CopyButton } from "../../controls/CopyButton.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { embedCode, writeEmbedAddress } from "../../embed/embed-address.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { useTheme } from "../theme.tsx";
import { type PaneState, writePanes } from "./panes.ts";

export function EmbedDialog({
  chart,
  pane,
  onClose,
}: {
  readonly chart: Chart;
  readonly pane: PaneState;
  readonly onClose: () => void;
}) {
  const { texts, language } = useTexts();
  const embedTexts = texts.embed;
  const { theme } = useTheme();
  const { id } = useSession((state) => state.scenario);
  const version = useSession((state) => state.visitedVersion ?? state.scenario.version);
  const hours = writeHours(useHoursView().getState()) ?? null;
  const [isPinned, setIsPinned] = useState(true);
  const fieldId = useId();
  const address = writeEmbedAddress(location.origin, {
    id,
    chart: writePanes([{ ...pane, key: chart.key, compared: null, isPinned: false }]),
    version: isPinned ? version : null,
    hours: isHourly(chart.type) ? hours : null,
    language,
    theme,
  });
  const code = embedCode(address, chart.title);
  return (
    <Popup title={embedTexts.title(chart.title)} isOpen onClose={onClose}>
      <p className="hint">{`${embedTexts.about} ${embedTexts.onlyPublic}`}</p>
      <p className="labelled">
        <span className="quiet">{embedTexts.version}</span>
        <Segments
          label={embedTexts.version}
          selectedKey={isPinned ? "this" : "newest"}
          onChoose={(key) => setIsPinned(key === "this")}
          segments={[
            { key: "this", label: embedTexts.this(version) },
            { key: "newest", label: embedTexts.newest },
          ]}
        />
      </p>
      <label className="unseen" htmlFor={fieldId}>
        {embedTexts.code}
      </label>
      <textarea
        id={fieldId}
        className="code"
        readOnly
        rows={4}
        value={code}
        onFocus={({ target }) => target.select()}
      />
      <div className="buttons">
        <CopyButton text={code} label={embedTexts.copy} />
      </div>
    </Popup>
  );
}
