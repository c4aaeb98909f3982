/**
 * Dialog with the versions of a saved scenario, the current one first. Versions can be described, and earlier ones
 * restored.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { restoreVersion, type SavedScenario, versionsOf } from "../../saved/saved-scenarios.ts";
import { readTags, writeTag } from "../../saved/version-tags.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { formatAgo } from "./times.ts";

/** Longer descriptions do not fit into the list; the API allows 60,000 characters. */
const MAX_DESCRIPTION = 200;

export function VersionsDialog({
  saved,
  onClose,
  onRestored,
}: {
  readonly saved: SavedScenario;
  readonly onClose: () => void;
  /** Receives the scenario of the restored version. */
  readonly onRestored: (scenario: number) => void;
}) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const versions = useQuery({ queryKey: ["yours", "versions", saved.id], queryFn: () => versionsOf(api, saved.id) });
  const attempt = useAttempt();
  const ids = versions.data?.map(({ scenario_id }) => scenario_id) ?? [];
  const tags = useQuery({
    queryKey: ["yours", "tags", ids],
    queryFn: () => readTags(api, ids),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
  });
  /** The version whose description is being changed. */
  const [editedVersion, setEditedVersion] = useState<number | null>(null);
  return (
    <Popup title={yours.versionsOf(saved.title)} isOpen onClose={onClose}>
      <ErrorMessages messages={versions.error === null ? attempt.errors : [versions.error.message]} />
      <ul className="people versions">
        {versions.data?.map(({ scenario_id, saved_at, present }) => (
          <li key={scenario_id}>
            <span>
              <Link to="/s/$id" params={{ id: String(scenario_id) }} onClick={onClose}>
                {tags.data?.get(scenario_id) ?? `${texts.scenario} ${scenario_id}`}
              </Link>{" "}
              <span className="quiet">{formatAgo(saved_at, language, yours.justNow)}</span>
            </span>
            <Button
              className="button plain"
              aria-label={yours.describeVersion(scenario_id)}
              onPress={() => setEditedVersion(scenario_id)}
            >
              {yours.describe}
            </Button>
            {present ? (
              <span className="quiet">{yours.currentVersion}</span>
            ) : (
              <ActionButton
                className="button"
                aria-label={yours.restoreVersion(scenario_id)}
                isBusy={attempt.isBusy}
                onPress={() =>
                  attempt.run(async () => {
                    await restoreVersion(api, saved.id, scenario_id);
                    await queries.invalidateQueries({ queryKey: ["yours"] });
                    onRestored(scenario_id);
                  })
                }
              >
                {yours.restore}
              </ActionButton>
            )}
            {editedVersion === scenario_id && (
              <Description
                scenario={scenario_id}
                initial={tags.data?.get(scenario_id) ?? ""}
                onDone={() => setEditedVersion(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </Popup>
  );
}

/** The field for a version's description. */
function Description({
  scenario,
  initial,
  onDone,
}: {
  readonly scenario: number;
  readonly initial: string;
  readonly onDone: () => void;
}) {
  const { yours } = useTexts().texts;
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [text, setText] = useState(initial);
  return (
    <Form
      className="describing"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => {
          await writeTag(api, scenario, text.trim());
          await queries.invalidateQueries({ queryKey: ["yours", "tags"] });
          onDone();
        });
      }}
    >
      <TextField value={text} onChange={setText} autoFocus>
        <Label className="unseen">{yours.description}</Label>
        <Input className="input" maxLength={MAX_DESCRIPTION} placeholder={yours.description} />
      </TextField>
      <ActionButton
        className="button primary"
        type="submit"
        isDisabled={text.trim() === initial}
        isBusy={attempt.isBusy}
      >
        {yours.save}
      </ActionButton>
      <ErrorMessages messages={attempt.errors} />
    </Form>
  );
}
