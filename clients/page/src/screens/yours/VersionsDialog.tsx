/** Dialog with the versions of a saved scenario, the current one first. Earlier ones can be restored. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { Popup } from "../../controls/Popup.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { restoreVersion, type SavedScenario, versionsOf } from "../../saved/saved-scenarios.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { agoOf } from "./times.ts";

export function VersionsDialog({
  saved,
  onClose,
  onRestored,
}: {
  readonly saved: SavedScenario;
  readonly onClose: () => void;
  /** The scenario that is currently the latest version. */
  readonly onRestored: (scenario: number) => void;
}) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const versions = useQuery({ queryKey: ["yours", "versions", saved.id], queryFn: () => versionsOf(api, saved.id) });
  const attempt = useAttempt();
  return (
    <Popup title={yours.versionsOf(saved.title)} isOpen onClose={onClose}>
      <Sentences sentences={versions.error === null ? attempt.refused : [versions.error.message]} />
      <ul className="people">
        {versions.data?.map(({ scenario_id, saved_at, present }) => (
          <li key={scenario_id}>
            <span>
              <Link to="/s/$id" params={{ id: String(scenario_id) }} onClick={onClose}>
                {`${texts.scenario} ${scenario_id}`}
              </Link>{" "}
              <span className="quiet">{agoOf(saved_at, language, yours.justNow)}</span>
            </span>
            {present ? (
              <span className="quiet">{yours.versionNow}</span>
            ) : (
              <Button
                className="button"
                aria-label={yours.restoreVersion(scenario_id)}
                isDisabled={attempt.isBusy}
                onPress={() =>
                  attempt.run(async () => {
                    await restoreVersion(api, saved.id, scenario_id);
                    await queries.invalidateQueries({ queryKey: ["yours"] });
                    onRestored(scenario_id);
                  })
                }
              >
                {yours.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Popup>
  );
}
