/** Saves the path in the URL as a new path of the user, or updates the stored path to which it belongs. */
import { TEXTS } from "@etesian/contracts/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { readPath, storePath } from "../../calculation/paths.ts";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { useSession } from "../session-context.tsx";
import { nameOf } from "../compare/names.ts";
import { usePath } from "./use-path.ts";

export function SavePath() {
  const yearsTexts = usePartTexts({ en, nl });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="button" onPress={() => void ensureSignedIn(null).then(setIsOpen)}>
        {yearsTexts.save}
      </Button>
      <Popup title={yearsTexts.save} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <SavePathForm onSaved={() => setIsOpen(false)} />
      </Popup>
    </>
  );
}

function SavePathForm({ onSaved }: { readonly onSaved: () => void }) {
  const { texts } = useTexts();
  const yearsTexts = usePartTexts({ en, nl });
  const queries = useQueryClient();
  const attempt = useAttempt();
  const { ids, collection, show } = usePath();
  const stored = useSession((state) => state.scenario);
  const person = useStore(visitor.state, (state) => state.person?.id);
  // Another user's path, which cannot be read, is saved as a new one.
  const ownPath = useQuery({
    queryKey: ["yours", "path", person, collection],
    queryFn: () => readPath(api, collection!).catch(() => null),
    enabled: collection !== null,
    retry: false,
  });
  const [typed, setTyped] = useState<string | null>(null);
  const title = typed ?? ownPath.data?.title ?? nameOf(stored, texts);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => {
          const id = await storePath(api, { id: ownPath.data?.id ?? null, title, scenarios: ids });
          await queries.invalidateQueries({ queryKey: ["yours"] });
          show(ids, id);
          onSaved();
        });
      }}
    >
      <p className="hint">{yearsTexts.saveAbout}</p>
      <TextField value={title} onChange={setTyped} autoFocus>
        <Label>{texts.yours.title}</Label>
        <Input className="input" maxLength={TEXTS.titleLength} />
      </TextField>
      <ErrorMessages messages={attempt.errors} />
      <div className="buttons">
        <ActionButton
          className="button primary"
          type="submit"
          isDisabled={title.trim() === "" || (collection !== null && ownPath.isPending)}
          isBusy={attempt.isBusy}
        >
          {texts.yours.save}
        </ActionButton>
      </div>
    </Form>
  );
}
