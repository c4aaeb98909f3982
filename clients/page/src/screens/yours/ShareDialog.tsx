/**
 * Sharing: adds users by email with a role, changes their roles and removes them, shows the link, and makes the
 * scenario public or private.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@etesian/client";
import { useState } from "react";
import { Form, Input, Label, Switch, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";

import { CopyButton } from "../../controls/CopyButton.tsx";
import { Select } from "../../controls/Select.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import {
  addUser,
  changeRole,
  removeUser,
  type RoleName,
  ROLES,
  type SavedScenario,
  type SavedUser,
  setPrivate,
  usersOf,
} from "../../saved/saved-scenarios.ts";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { refusalIn } from "../../texts/refusals.ts";
import type { Texts } from "../../texts/en.ts";
import { initialsOf } from "./initials.ts";

export function ShareDialog({ saved, onClose }: { readonly saved: SavedScenario; readonly onClose: () => void }) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const key = ["yours", "users", saved.id];
  const users = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [people, names] = await Promise.all([usersOf(api, saved.id), visitor.namesIn(saved.id)]);
      return { people, names };
    },
    retry: false,
  });
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<RoleName>("scenario_viewer");
  const [isPrivate, setIsPrivate] = useState(saved.private);
  const attempt = useAttempt();
  const run = (work: () => Promise<unknown>): void =>
    attempt.runNext(async () => {
      try {
        await work();
      } catch (error) {
        throw localizeErrors(error, yours);
      } finally {
        await queries.invalidateQueries({ queryKey: key });
      }
    });
  const ownId = visitor.state.getState().person?.id;
  const nameOf = ({ user_id, user_email, id }: SavedUser): string =>
    users.data?.names.get(id) ?? user_email ?? yours.person(user_id ?? id);
  return (
    <Popup title={yours.shareTitle(saved.title)} isOpen onClose={onClose}>
      {users.error !== null && <ErrorMessages messages={refusalIn(language, users.error)} />}
      {users.data !== undefined && (
        <>
          <Form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              run(async () => {
                await addUser(api, saved.id, email, role);
                setEmail("");
              });
            }}
          >
            <TextField value={email} onChange={setEmail} type="email">
              <Label>{yours.addPeople}</Label>
              <span className="buttons">
                <Input className="input" placeholder="name@example.org" />
                <RoleSelect label={yours.role(email)} role={role} onChange={setRole} />
                <ActionButton
                  className="button primary"
                  type="submit"
                  isDisabled={email === ""}
                  isBusy={attempt.isBusy}
                >
                  {yours.add}
                </ActionButton>
              </span>
            </TextField>
          </Form>
          <ErrorMessages messages={attempt.errors} />
          <ul className="people">
            {users.data.people.map((user, index) => {
              const name = nameOf(user);
              return (
                <li key={user.id}>
                  <span className={`avatar p${(index % 5) + 1}`} aria-hidden="true">
                    {initialsOf({ name, email: null })}
                  </span>
                  <span>
                    {name} <span className="quiet">{annotation(user, ownId, yours)}</span>
                  </span>
                  <RoleSelect
                    label={yours.role(name)}
                    role={user.role}
                    onChange={(next) => run(() => changeRole(api, saved.id, user, next))}
                  />
                  <ActionButton
                    className="icon small"
                    aria-label={yours.remove(name)}
                    isBusy={attempt.isBusy}
                    onPress={() => run(() => removeUser(api, saved.id, user))}
                  >
                    <Icon name="close" size={13} />
                  </ActionButton>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <div className="foot">
        <Switch
          className="switch"
          isSelected={!isPrivate}
          isDisabled={users.data === undefined}
          onChange={(isPublic) =>
            run(async () => {
              await setPrivate(api, saved, !isPublic);
              setIsPrivate(!isPublic);
              await queries.invalidateQueries({ queryKey: ["yours"] });
            })
          }
        >
          <i aria-hidden="true" />
          {yours.publicByLink}
        </Switch>
        <span className="space" />
        <CopyButton text={`${location.origin}/s/${saved.scenario_id}`} label={yours.copyLink} />
      </div>
    </Popup>
  );
}

function annotation(user: SavedUser, ownId: number | undefined, yours: Texts["yours"]): string {
  if (user.id === ownId) return yours.you;
  return user.user_id === null ? yours.invited : "";
}

function RoleSelect({
  label,
  role,
  onChange,
}: {
  readonly label: string;
  readonly role: RoleName;
  readonly onChange: (role: RoleName) => void;
}) {
  const { yours } = useTexts().texts;
  return (
    <Select
      aria-label={label}
      options={ROLES.map((role) => ({ key: role, label: yours.roles[role] }))}
      selectedKey={role}
      onChoose={onChange}
    />
  );
}

/** Replaces the API's error codes about users with sentences. */
function localizeErrors(error: unknown, { userErrors }: Texts["yours"]): unknown {
  if (!(error instanceof ApiError) || Array.isArray(error.errors)) return error;
  const userErrorTexts: Readonly<Record<string, string>> = userErrors;
  const sentences = Object.entries(error.errors as Readonly<Record<string, readonly string[]>>).flatMap(
    ([name, codes]) => codes.map((code) => `${name} ${userErrorTexts[code] ?? code}`),
  );
  return new ApiError(error.status, error.code, sentences);
}
