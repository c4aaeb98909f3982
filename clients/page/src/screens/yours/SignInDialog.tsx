/**
 * Signing in without leaving the page: with a password, a link in an email, or another issuer in a separate tab.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { useStore } from "zustand";
import { signInDialog } from "../../account/signing-in.ts";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";

/** Interval between checks for a sign-in in another tab (ms). */
const POLL_INTERVAL_MS = 3_000;

export function SignInDialog() {
  const { texts } = useTexts();
  const { isOpen, changes } = useStore(signInDialog);
  const person = useStore(visitor.state, (state) => state.person);
  const queries = useQueryClient();
  const id = person?.id ?? null;
  useEffect(() => {
    void visitor.refresh();
  }, []);
  useEffect(() => {
    // Responses belong to the user who requested them.
    void queries.invalidateQueries({ queryKey: ["yours"] });
    if (id !== null) signInDialog.setState({ isOpen: false });
  }, [id, queries]);
  const { yours } = texts;
  return (
    <Popup
      title={changes === null ? yours.signIn : yours.signInToKeep}
      isOpen={isOpen && id === null}
      onClose={() => signInDialog.setState({ isOpen: false })}
    >
      {changes !== null && changes > 0 && <p className="hint">{yours.signInToKeepAbout(changes)}</p>}
      <SignInMethods />
    </Popup>
  );
}

function SignInMethods() {
  const { yours } = useTexts().texts;
  const { expiredPerson, issuers } = useStore(visitor.state);
  const [email, setEmail] = useState(expiredPerson?.email ?? "");
  const [password, setPassword] = useState("");
  /** Null before a link is requested; then the directory of the email, or empty if it was sent to a mailbox. */
  const [linkDestination, setLinkDestination] = useState<string | null>(null);
  const [usesIssuer, setUsesIssuer] = useState(false);
  const attempt = useAttempt();
  const isContinuedElsewhere = linkDestination !== null || usesIssuer;
  useEffect(() => {
    if (!isContinuedElsewhere) return;
    const timer = setInterval(() => void visitor.refresh(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isContinuedElsewhere]);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(() => visitor.signIn(email, password));
      }}
    >
      <TextField
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        autoFocus
        isRequired
      >
        <Label>{yours.email}</Label>
        <Input className="input" />
      </TextField>
      <TextField
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      >
        <Label>{yours.password}</Label>
        <Input className="input" />
      </TextField>
      <ErrorMessages messages={attempt.errors} />
      <div className="buttons">
        <ActionButton className="button primary" type="submit" isDisabled={password === ""} isBusy={attempt.isBusy}>
          {yours.signIn}
        </ActionButton>
        <ActionButton
          className="button plain"
          isDisabled={email === ""}
          isBusy={attempt.isBusy}
          onPress={() => attempt.run(async () => setLinkDestination((await visitor.sendLink(email)) ?? ""))}
        >
          {yours.sendLink}
        </ActionButton>
      </div>
      {linkDestination !== null && (
        <p className="notice" role="status">
          {linkDestination === "" ? yours.linkSent : yours.linkInDirectory(linkDestination)}
        </p>
      )}
      {issuers.map(({ id, name }) => (
        <a
          key={id}
          className="button"
          href={`/sign-in/with/${id}`}
          target="_blank"
          rel="noopener"
          onClick={() => setUsesIssuer(true)}
        >
          {yours.signInWith(name)}
        </a>
      ))}
      <p className="hint last">{yours.signUpHint}</p>
    </Form>
  );
}
