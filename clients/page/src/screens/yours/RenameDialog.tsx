/** Dialog for the title and description of a saved scenario. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Input, Label, TextArea, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { rename, type SavedScenario } from "../../saved/saved-scenarios.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";

export function RenameDialog({ saved, onClose }: { readonly saved: SavedScenario; readonly onClose: () => void }) {
  const { yours } = useTexts().texts;
  const queries = useQueryClient();
  const [title, setTitle] = useState(saved.title);
  const [description, setDescription] = useState(saved.description ?? "");
  const attempt = useAttempt();
  return (
    <Popup title={yours.rename} isOpen onClose={onClose}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await rename(api, saved, { title, description });
            await queries.invalidateQueries({ queryKey: ["yours"] });
            onClose();
          });
        }}
      >
        <TitleFields title={title} onTitle={setTitle} description={description} onDescription={setDescription} />
        <ErrorMessages messages={attempt.errors} />
        <div className="buttons">
          <ActionButton className="button primary" type="submit" isBusy={attempt.isBusy}>
            {yours.rename}
          </ActionButton>
        </div>
      </Form>
    </Popup>
  );
}

export function TitleFields({
  title,
  onTitle,
  description,
  onDescription,
}: {
  readonly title: string;
  readonly onTitle: (title: string) => void;
  readonly description: string;
  readonly onDescription: (description: string) => void;
}) {
  const { yours } = useTexts().texts;
  return (
    <>
      <TextField value={title} onChange={onTitle} autoFocus>
        <Label>{yours.title}</Label>
        <Input className="input" />
      </TextField>
      <TextField value={description} onChange={onDescription}>
        <Label>{yours.description}</Label>
        <TextArea className="input" rows={3} />
      </TextField>
    </>
  );
}
