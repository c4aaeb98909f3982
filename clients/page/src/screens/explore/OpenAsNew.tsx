/** A button that creates a scenario from a variant and opens it; the explored scenario remains unchanged. */
import { useNavigate } from "@tanstack/react-router";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Values } from "../../calculation/calculator.ts";
import { createScenario } from "../../calculation/http.ts";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useWorkspace } from "../session-context.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";

export function OpenAsNew({
  name,
  isShort = false,
  version,
  values,
}: {
  /** Name of the variant. */
  readonly name: string;
  /**
   * Whether the button shows only the name, because the text above it explains the action; otherwise it shows "Open".
   */
  readonly isShort?: boolean;
  /** The version of the scenario that the variant varies. */
  readonly version: number;
  /** Positions of the sliders that differ, in the model's units. */
  readonly values: () => Values;
}) {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const exploreTexts = useExploreTexts();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const isMounted = useIsMounted();
  const open = (): void =>
    attempt.run(async () => {
      const { scenario } = session.state.getState();
      const created = await createScenario(api, {
        scenario_id: scenario.id,
        scenario_version: version,
        title: texts.copyOf(nameOf(scenario, texts)),
        user_values: values(),
      });
      if (!isMounted()) return;
      await navigate({
        to: "/s/$id",
        params: { id: String(created) },
        search: ({ slide, charts }) => ({ slide, charts }),
      });
    });
  return (
    <>
      <ActionButton className="button" aria-label={exploreTexts.openOf(name)} isBusy={attempt.isBusy} onPress={open}>
        {isShort ? name : exploreTexts.open}
      </ActionButton>
      <ErrorMessages messages={attempt.errors} />
    </>
  );
}
