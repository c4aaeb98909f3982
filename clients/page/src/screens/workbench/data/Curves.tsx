/** The scenario's curves that files can replace: users attach files after a preview, download them or remove them. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button, DropZone, FileTrigger } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";

import { readCurves } from "../../../calculation/http.ts";
import { readCurveFile } from "../../../calculation/replacements.ts";
import { Select } from "../../../controls/Select.tsx";
import { Icon } from "../../../controls/icons.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { formatDecimals, formatTogether } from "../../../figures/figures.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { refusalIn } from "../../../texts/refusals.ts";
import { useIsReadOnly, useSession, useWorkspace } from "../../session-context.tsx";
import { type CurvePreview, outlineOf, previewOf, withDecimalPoints } from "./curve-preview.ts";
import { readableCurveKey } from "./readable.ts";

const PREVIEW = { width: 400, height: 56 };

export function Curves() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { session } = useWorkspace();
  const id = useSession(({ scenario }) => scenario.id);
  const version = useSession(({ scenario }) => scenario.version);
  const curves = useQuery({
    queryKey: ["curves", id, version],
    queryFn: () => readCurves(api, id),
    placeholderData: (previous) => previous,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<{ readonly file: File; readonly preview: CurvePreview | null } | null>(null);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const selectId = useId();
  const attempt = useAttempt();
  const isReadOnly = useIsReadOnly();
  const all = curves.data ?? [];
  const key = chosen ?? all[0]?.key ?? null;
  const selectFile = async (file: File): Promise<void> => {
    setMessages([]);
    attempt.clear();
    const text = await file.text();
    const normalizedText = withDecimalPoints(text);
    setFile({
      file: normalizedText === text ? file : new File([normalizedText], file.name, { type: file.type }),
      preview: previewOf(text),
    });
  };
  /** Replaces or removes a curve. @returns the service's warnings */
  const replaceCurve = async (curve: string, file: File | null): Promise<readonly string[]> => {
    const current = all.find((candidate) => candidate.key === curve);
    const from =
      current?.attached === true ? await readCurveFile(api, id, curve, current.name ?? `${curve}.csv`) : null;
    return session.replacePart({
      to: { kind: "curve", key: curve, file },
      from: { kind: "curve", key: curve, file: from },
    });
  };
  const attach = (curve: string, file: File): void =>
    attempt.run(async () => {
      const warnings = await replaceCurve(curve, file);
      setFile(null);
      setMessages([yours.attachedAs(file.name), ...warnings]);
    });
  const detach = (curve: string): void =>
    attempt.run(async () => {
      await replaceCurve(curve, null);
      setMessages([]);
    });
  const attached = all.filter((curve) => curve.attached);
  const summaryOf = ({ count, min, max, mean }: CurvePreview): string => {
    const [lowest, highest, average] = formatTogether([min, max, mean], language);
    return yours.curveValues(formatDecimals(count, language, 0), lowest, highest, average);
  };
  return (
    <div className="customCurves">
      <p className="hint">{yours.curvesAbout}</p>
      {curves.error !== null && <ErrorMessages messages={refusalIn(language, curves.error)} />}
      <div className="form">
        <div>
          <label htmlFor={selectId}>{yours.chooseCurve}</label>
          <Select
            id={selectId}
            options={all.map((curve) => ({
              key: curve.key,
              label: `${readableCurveKey(curve.key, language)}${curve.attached ? ` (${yours.attached})` : ""}`,
            }))}
            selectedKey={key ?? undefined}
            onChoose={setChosen}
          />
        </div>
        <DropZone
          className="drop"
          aria-label={yours.dropFile}
          onDrop={({ items }) => {
            const dropped = items.find((item) => item.kind === "file");
            if (dropped !== undefined) void dropped.getFile().then(selectFile);
          }}
        >
          <FileTrigger
            acceptedFileTypes={["text/csv", "text/plain", ".csv", ".txt"]}
            onSelect={(files) => {
              const [selected] = files ?? [];
              if (selected !== undefined) void selectFile(selected);
            }}
          >
            <Button className="button">{yours.chooseFile}</Button>
          </FileTrigger>
          <span className="quiet">{file === null ? yours.dropFile : file.file.name}</span>
        </DropZone>
        {file !== null && (
          <div className="preview">
            {file.preview !== null && (
              <>
                <svg
                  width={PREVIEW.width}
                  height={PREVIEW.height}
                  viewBox={`0 0 ${PREVIEW.width} ${PREVIEW.height}`}
                  role="img"
                  aria-label={summaryOf(file.preview)}
                >
                  <path d={outlineOf(file.preview, PREVIEW.width, PREVIEW.height)} />
                </svg>
                <span className="quiet">{summaryOf(file.preview)}</span>
              </>
            )}
            <ActionButton
              className="button primary"
              isDisabled={key === null || isReadOnly}
              isBusy={attempt.isBusy}
              onPress={() => key !== null && attach(key, file.file)}
            >
              {yours.attach}
            </ActionButton>
          </div>
        )}
      </div>
      <ErrorMessages messages={attempt.errors} />
      {messages.length > 0 && (
        <div className="notice" role="status">
          {messages.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {attached.length === 0 ? (
        <p className="empty">{yours.noCurves}</p>
      ) : (
        <ul className="people">
          {attached.map((curve) => (
            <li key={curve.key}>
              <span>
                {readableCurveKey(curve.key, language)} <span className="quiet">{curve.name}</span>
              </span>
              <a
                className="icon"
                href={`/api/v3/scenarios/${id}/custom_curves/${curve.key}.csv`}
                download
                aria-label={`${yours.downloads}: ${readableCurveKey(curve.key, language)}`}
              >
                <Icon name="download" />
              </a>
              <ActionButton
                className="icon"
                aria-label={yours.remove(readableCurveKey(curve.key, language))}
                isDisabled={isReadOnly}
                isBusy={attempt.isBusy}
                onPress={() => detach(curve.key)}
              >
                <Icon name="close" />
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
