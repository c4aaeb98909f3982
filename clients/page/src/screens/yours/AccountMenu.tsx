/** The right end of the top bar: a button to sign in, or the menu of the signed-in user. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { unsentEntries } from "../../calculation/outbox.ts";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { storage, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { initialsOf } from "./initials.ts";

export function AccountMenu() {
  const { yours } = useTexts().texts;
  const navigate = useNavigate();
  const { person, isSettled } = useStore(visitor.state);
  /** Number of changes that signing out would discard, while the dialog asks for confirmation; null if it is closed. */
  const [unsent, setUnsent] = useState<number | null>(null);
  const attempt = useAttempt();
  const signOut = (): void => attempt.run(() => visitor.signOut());
  if (!isSettled) return <span className="account" />;
  if (person === null) {
    return (
      <Button className="button account" onPress={() => void ensureSignedIn(null)}>
        {yours.signIn}
      </Button>
    );
  }
  const displayName = person.name ?? person.email ?? yours.person(person.id);
  return (
    <>
      <MenuTrigger>
        <Button className="avatar account">
          <span aria-hidden="true">{initialsOf(person)}</span>
          <span className="unseen">{`${yours.account}: ${displayName}`}</span>
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu
            aria-label={yours.account}
            onAction={(key) => {
              if (key === "saved" || key === "tokens" || key === "account") void navigate({ to: "/yours", hash: key });
              else {
                const unsentCount = unsentEntries(storage, (maker) => maker === person.id).length;
                if (unsentCount > 0) setUnsent(unsentCount);
                else signOut();
              }
            }}
          >
            <MenuSection>
              <Header className="who">
                <b>{displayName}</b>
                {person.name !== null && <span>{person.email}</span>}
              </Header>
              <MenuItem id="saved">{yours.savedScenarios}</MenuItem>
              <MenuItem id="tokens">{yours.tokens}</MenuItem>
              <MenuItem id="account">{yours.accountPages}</MenuItem>
              <MenuItem id="out">{yours.signOut}</MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Popup title={yours.signOut} isOpen={unsent !== null} onClose={() => setUnsent(null)}>
        <p className="hint">{yours.signOutDiscards(unsent ?? 0)}</p>
        <ErrorMessages messages={attempt.errors} />
        <div className="buttons">
          <ActionButton className="button danger" isBusy={attempt.isBusy} onPress={signOut}>
            {yours.signOutAnyway}
          </ActionButton>
        </div>
      </Popup>
    </>
  );
}
