/** The bar of a scenario that the user may not change, with a button to make a copy. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { createScenario } from "../../calculation/http.ts";
import { Icon } from "../../controls/icons.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useIsReadOnly, useSession } from "../session-context.tsx";

export function ReadOnly() {
  const { texts } = useTexts();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const isReadOnly = useIsReadOnly();
  const stored = useSession((state) => state.stored);
  const visiting = useSession((state) => state.visiting);
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
  return (
    <section className="readOnly" aria-label={texts.readOnly.title}>
      <Icon name="lock" />
      <p role="status">
        <b>{texts.readOnly.title}</b> {texts.readOnly.about}
      </p>
      <Sentences sentences={copying.refused} />
      <Button className="button primary" isDisabled={copying.isBusy} onPress={copy}>
        {texts.readOnly.copy}
      </Button>
    </section>
  );
}
