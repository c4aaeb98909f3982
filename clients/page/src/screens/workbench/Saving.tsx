/** Saves the scenario; a saved scenario has a menu for its versions, title and users. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Form, Menu, MenuItem, MenuTrigger, Popover, Switch } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { Icon } from "../../controls/icons.tsx";
import { copySteps } from "../../calculation/copied-steps.ts";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { type SavedScenario, findSavedScenarioOf, saveScenario, saveVersion } from "../../saved/saved-scenarios.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { RenameDialog, TitleFields } from "../yours/RenameDialog.tsx";
import { lazyComponent } from "../../controls/lazily.tsx";
import { keepView } from "./search.ts";

const ShareDialog = lazyComponent(async () => (await import("../yours/ShareDialog.tsx")).ShareDialog);
const VersionsDialog = lazyComponent(async () => (await import("../yours/VersionsDialog.tsx")).VersionsDialog);

type DialogName = "save" | "rename" | "share" | "versions";

export function Saving() {
  const { texts } = useTexts();
  const { yours } = texts;
  const { session } = useWorkspace();
  const id = useSession(({ scenario }) => scenario.id);
  const changes = useSession(({ scenario }) => Object.keys(scenario.userValues).length);
  const person = useStore(visitor.state, (state) => state.person);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const keyOf = (scenario: number) => ["yours", "saved-of", scenario, person?.id ?? null];
  const saved = useQuery({
    queryKey: keyOf(id),
    queryFn: () => findSavedScenarioOf(api, id),
    enabled: person !== null,
    staleTime: Infinity,
  });
  const attempt = useAttempt();
  const show = (scenario: number): void => {
    if (isMounted()) void navigate({ to: "/s/$id", params: { id: String(scenario) }, search: keepView });
  };
  const showCopy = (copy: number): void => {
    copySteps(copy, session.steps);
    show(copy);
  };
  const onSaved = (savedScenario: SavedScenario): void => {
    // Fills the cache with the response, because the scenario's metadata refers to the saved scenario only a moment
    // later.
    queries.setQueryData(keyOf(savedScenario.scenario_id), savedScenario);
    void queries.invalidateQueries({ queryKey: ["yours", "list"] });
    setOpenDialog(null);
    if (savedScenario.scenario_id !== id) showCopy(savedScenario.scenario_id);
    else void session.refresh();
  };
  const saveNewVersion = (savedScenario: SavedScenario): void =>
    attempt.run(async () => {
      await session.waitUntilStored();
      const next = await saveVersion(api, savedScenario, id);
      await queries.invalidateQueries({ queryKey: ["yours"] });
      queries.setQueryData(keyOf(next.scenario_id), next);
      showCopy(next.scenario_id);
    });
  const current = saved.data ?? null;
  return (
    <>
      {current === null ? (
        <Button
          className="button"
          onPress={() =>
            void ensureSignedIn(changes).then((isSignedIn) => {
              if (isSignedIn) setOpenDialog("save");
            })
          }
        >
          <Icon name="save" />
          <span>{yours.save}</span>
        </Button>
      ) : (
        <MenuTrigger>
          <ActionButton className="button" isBusy={attempt.isBusy}>
            <Icon name="save" />
            <span>{yours.saved}</span>
            <Icon name="chevron" size={12} />
          </ActionButton>
          <Popover className="menu" placement="bottom end">
            <Menu
              aria-label={yours.saved}
              onAction={(action) => {
                if (action === "version") saveNewVersion(current);
                else setOpenDialog(action as DialogName);
              }}
            >
              <MenuItem id="version">{yours.newVersion}</MenuItem>
              <MenuItem id="versions">{yours.versions}</MenuItem>
              <MenuItem id="share">{yours.share}</MenuItem>
              <MenuItem id="rename">{yours.rename}</MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {attempt.errors.length > 0 && (
        <Popup title={yours.newVersion} isOpen onClose={attempt.clear}>
          <ErrorMessages messages={attempt.errors} />
        </Popup>
      )}
      {openDialog === "save" && <SaveDialog scenario={id} onSaved={onSaved} onClose={() => setOpenDialog(null)} />}
      {current !== null && openDialog === "rename" && (
        <RenameDialog saved={current} onClose={() => setOpenDialog(null)} />
      )}
      {current !== null && openDialog === "share" && (
        <ShareDialog saved={current} onClose={() => setOpenDialog(null)} />
      )}
      {current !== null && openDialog === "versions" && (
        <VersionsDialog
          saved={current}
          onClose={() => setOpenDialog(null)}
          onRestored={(scenario) => {
            setOpenDialog(null);
            show(scenario);
          }}
        />
      )}
    </>
  );
}

function SaveDialog({
  scenario,
  onSaved,
  onClose,
}: {
  readonly scenario: number;
  readonly onSaved: (saved: SavedScenario) => void;
  readonly onClose: () => void;
}) {
  const { yours } = useTexts().texts;
  const { session } = useWorkspace();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [isPrivate, setIsPrivate] = useState(false);
  const attempt = useAttempt();
  return (
    <Popup title={yours.saveTitle} isOpen onClose={onClose}>
      <p className="hint">{yours.saveAbout}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await session.waitUntilStored();
            onSaved(await saveScenario(api, scenario, { title, description, isPrivate }));
          });
        }}
      >
        <TitleFields title={title} onTitle={setTitle} description={description} onDescription={setDescription} />
        <Switch className="switch" isSelected={isPrivate} onChange={setIsPrivate}>
          <i aria-hidden="true" />
          {yours.isPrivate}
        </Switch>
        <ErrorMessages messages={attempt.errors} />
        <div className="buttons">
          <ActionButton className="button primary" type="submit" isBusy={attempt.isBusy}>
            {yours.save}
          </ActionButton>
        </div>
      </Form>
    </Popup>
  );
}
