/** The bar for a scenario that the user may not change, with a button that makes a copy. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { createScenario } from "../../calculation/http.ts";
import { Icon } from "../../controls/icons.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { ScenarioPicker } from "../compare/ScenarioPicker.tsx";
import { useIsReadOnly, useSession } from "../session-context.tsx";
import { keepView } from "./search.ts";

export function ReadOnly() {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const isReadOnly = useIsReadOnly();
  const stored = useSession((state) => state.scenario);
  const visitedVersion = useSession((state) => state.visitedVersion);
  const isGuest = useStore(visitor.state, ({ person, isSettled }) => isSettled && person === null);
  const copyAttempt = useAttempt();
  if (!isReadOnly) return null;
  const copy = (): void =>
    copyAttempt.run(async () => {
      const id = await createScenario(api, {
        scenario_id: stored.id,
        title: texts.copyOf(nameOf(stored, texts)),
        ...(visitedVersion === null ? {} : { scenario_version: visitedVersion }),
      });
      if (isMounted())
        await navigate({
          to: "/s/$id",
          params: { id: String(id) },
          search: keepView,
        });
    });
  const { readOnly: readOnlyTexts } = texts;
  // If the scenario is not read-only itself, it belongs to another user. A guest may be that user after signing in.
  const isOwnedByAnother = !stored.isReadOnly;
  return (
    <section className="readOnly" aria-label={readOnlyTexts.title}>
      <Icon name="lock" />
      <p role="status">
        <b>{readOnlyTexts.title}</b> {isOwnedByAnother ? readOnlyTexts.ofAnother : readOnlyTexts.about}
      </p>
      <ErrorMessages messages={copyAttempt.errors} />
      <span className="space" />
      {isOwnedByAnother && isGuest && (
        <Button className="button quiet" onPress={() => void ensureSignedIn(null)}>
          {readOnlyTexts.signIn}
        </Button>
      )}
      <ActionButton className="button primary" isBusy={copyAttempt.isBusy} onPress={copy}>
        {readOnlyTexts.copy}
      </ActionButton>
      <ScenarioPicker
        label={readOnlyTexts.compare}
        excludedIds={[stored.id]}
        onPick={(id) => void navigate({ to: ".", search: (search) => ({ ...search, view: "compare", cmp: id }) })}
      />
    </section>
  );
}
