/** Attaches or downloads the scenario's ESDL file, which calculations do not use. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileTrigger } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { attachEsdl, readEsdl, readEsdlName } from "../../../calculation/settings.ts";
import { Icon } from "../../../controls/icons.tsx";
import { save } from "../../../charts/picture.ts";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { useIsReadOnly } from "../../session-context.tsx";

export function EsdlFile({ id, version }: { readonly id: number; readonly version: number }) {
  const { yours } = useTexts().texts;
  const isReadOnly = useIsReadOnly();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const attached = useQuery({
    queryKey: ["esdl", id, version],
    queryFn: () => readEsdlName(api, id),
    placeholderData: (previous) => previous,
  });
  const name = attached.data ?? null;
  return (
    <>
      <p className="hint">{yours.esdlAbout}</p>
      <div className="years">
        <FileTrigger
          acceptedFileTypes={[".esdl", ".xml", "application/xml"]}
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file === undefined) return;
            attempt.run(async () => {
              await attachEsdl(api, id, file);
              await queries.invalidateQueries({ queryKey: ["esdl", id] });
            });
          }}
        >
          <ActionButton className="button" isDisabled={isReadOnly} isBusy={attempt.isBusy}>
            {name === null ? yours.attach : yours.replaceFile}
          </ActionButton>
        </FileTrigger>
        {name === null ? (
          <span className="empty">{yours.noEsdl}</span>
        ) : (
          <ActionButton
            className="button plain"
            isBusy={attempt.isBusy}
            onPress={() => attempt.run(async () => save(name, new Blob([await readEsdl(api, id)])))}
          >
            <Icon name="download" size={14} />
            {name}
          </ActionButton>
        )}
      </div>
      <ErrorMessages messages={attempt.errors} />
    </>
  );
}
