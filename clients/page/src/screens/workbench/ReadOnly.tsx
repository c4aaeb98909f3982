/** The bar of a scenario that the user may not change, with a button to make a copy. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { createScenario } from "../../calculation/http.ts";
import { Icon } from "../../controls/icons.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { ScenarioPicker } from "../compare/ScenarioPicker.tsx";
import { useIsReadOnly, useSession } from "../session-context.tsx";

export function ReadOnly() {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const isReadOnly = useIsReadOnly();
  const stored = useSession((state) => state.scenario);
  const visiting = useSession((state) => state.visitedVersion);
  const isGuest = useStore(visitor.state, ({ person, isSettled }) => isSettled && person === null);
  const copying = useAttempt();
  if (!isReadOnly) return null;
  const copy = (): void =>
    copying.run(async () => {
      const id = await createScenario(api, {
        scenario_id: stored.id,
        title: texts.copyOf(nameOf(stored, texts)),
        ...(visiting === null ? {} : { scenario_version: visiting }),
      });
      if (isMounted())
        await navigate({
          to: "/s/$id",
          params: { id: String(id) },
          search: (search) => ({ ...search, v: undefined }),
        });
    });
  const { readOnly: words } = texts;
  // Others may only read it, whereas its owner may change it after signing in.
  const isOfAnother = !stored.isReadOnly;
  return (
    <section className="readOnly" aria-label={words.title}>
      <Icon name="lock" />
      <p role="status">
        <b>{words.title}</b> {isOfAnother ? words.ofAnother : words.about}
      </p>
      <Sentences sentences={copying.errors} />
      <span className="space" />
      {isOfAnother && isGuest && (
        <Button className="button quiet" onPress={() => void ensureSignedIn(null)}>
          {words.signIn}
        </Button>
      )}
      <ActionButton className="button primary" isBusy={copying.isBusy} onPress={copy}>
        {words.copy}
      </ActionButton>
      <ScenarioPicker
        label={words.compare}
        excludedIds={[stored.id]}
        onPick={(id) => void navigate({ to: ".", search: (search) => ({ ...search, view: "compare", cmp: id }) })}
      />
    </section>
  );
}
