/** The user's account: name, email, other addresses, password and deletion. */
import { PASSWORDS, TEXTS } from "@etesian/contracts/limits";
import { type ReactNode, useState } from "react";
import { Button, Checkbox, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Dispositions, Person } from "../../account/visitor.ts";
import { Select } from "../../controls/Select.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { AddedAddresses } from "./AddedAddresses.tsx";
import { CurrentPassword } from "./CurrentPassword.tsx";

type Change = "name" | "email" | "password" | "delete";

export function Account({ person }: { readonly person: Person }) {
  const { account, yours } = useTexts().texts;
  const [openDialog, setOpenDialog] = useState<Change | null>(null);
  /** The outcome of the latest change. */
  const [message, setMessage] = useState<string | null>(null);
  const close = (outcome: string | null): void => {
    setOpenDialog(null);
    setMessage(outcome);
  };
  const password =
    person.email === null
      ? account.passwordNeedsEmail
      : person.has_password
        ? account.passwordIsSet
        : account.passwordByLink;
  const row = (name: string, value: string, change: Change | null, button: string): ReactNode => (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {change !== null && (
        <dd>
          <Button className="button plain" aria-label={`${button}: ${name}`} onPress={() => setOpenDialog(change)}>
            {button}
          </Button>
        </dd>
      )}
    </div>
  );
  return (
    <section className="card" id="account" aria-labelledby="account-title">
      <header>
        <h2 id="account-title">{yours.account}</h2>
      </header>
      <dl className="facts">
        {row(yours.name, person.name ?? account.noName, "name", account.change)}
        {row(yours.email, person.email ?? account.noEmail, "email", account.change)}
        {row(yours.password, password, person.email === null ? null : "password", account.change)}
      </dl>
      {message !== null && (
        <p className="notice" role="status">
          {message}
        </p>
      )}
      <AddedAddresses person={person} />
      <div className="buttons">
        <Button className="button plain danger" onPress={() => setOpenDialog("delete")}>
          {account.delete}
        </Button>
      </div>
      {openDialog === "name" && <NameDialog person={person} onClose={close} />}
      {openDialog === "email" && <EmailDialog person={person} onClose={close} />}
      {openDialog === "password" && <PasswordDialog person={person} onClose={close} />}
      {openDialog === "delete" && <DeleteDialog person={person} onClose={() => close(null)} />}
    </section>
  );
}

interface DialogProps {
  readonly person: Person;
  /** Receives a message that reports the change; null if nothing was changed. */
  readonly onClose: (outcome: string | null) => void;
}

function NameDialog({ person, onClose }: DialogProps) {
  const { account, yours } = useTexts().texts;
  const [name, setName] = useState(person.name ?? "");
  return (
    <AccountForm
      title={account.changeName}
      about={account.nameAbout}
      button={account.changeName}
      onClose={onClose}
      submit={async () => {
        await visitor.changeName(name);
        return account.nameChanged;
      }}
    >
      <TextField value={name} onChange={setName} maxLength={TEXTS.nameLength} autoComplete="name" autoFocus>
        <Label>{yours.name}</Label>
        <Input className="input" />
      </TextField>
    </AccountForm>
  );
}

function EmailDialog({ person, onClose }: DialogProps) {
  const { account, yours } = useTexts().texts;
  const [email, setEmail] = useState("");
  const [current, setCurrent] = useState("");
  return (
    <AccountForm
      title={account.changeEmail}
      about={account.emailAbout}
      button={account.sendLink}
      onClose={onClose}
      submit={async () => {
        const directory = await visitor.changeEmail(email, current);
        return directory === null ? account.emailSent(email) : yours.linkInDirectory(directory);
      }}
    >
      <TextField type="email" value={email} onChange={setEmail} autoComplete="email" isRequired autoFocus>
        <Label>{account.newEmail}</Label>
        <Input className="input" />
      </TextField>
      <CurrentPassword person={person} value={current} onChange={setCurrent} />
    </AccountForm>
  );
}

function PasswordDialog({ person, onClose }: DialogProps) {
  const { account, yours } = useTexts().texts;
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [shouldRevoke, setShouldRevoke] = useState(false);
  if (!person.has_password) {
    return (
      <AccountForm
        title={account.choosePassword}
        about={account.passwordByLink}
        button={yours.sendLink}
        onClose={onClose}
        submit={async () => {
          const directory = await visitor.sendLink(person.email ?? "");
          return directory === null ? account.emailSent(person.email ?? "") : yours.linkInDirectory(directory);
        }}
      />
    );
  }
  return (
    <AccountForm
      title={account.changePassword}
      about={account.passwordAbout}
      button={account.changePassword}
      onClose={onClose}
      submit={async () => {
        await visitor.changePassword({ password, current, revoke_tokens: shouldRevoke });
        return account.passwordChanged;
      }}
    >
      <CurrentPassword person={person} value={current} onChange={setCurrent} isFirst />
      <TextField
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        isRequired
        {...PASSWORDS}
      >
        <Label>{account.newPassword(PASSWORDS.minLength)}</Label>
        <Input className="input" />
      </TextField>
      <LabelledCheckbox label={account.revokeTokens} isChecked={shouldRevoke} onCheck={setShouldRevoke} />
    </AccountForm>
  );
}

const CHOICES = {
  public_scenarios: ["leave", "delete", "hand_over"],
  private_scenarios: ["delete", "hand_over"],
  saved_scenarios: ["delete", "hand_over"],
} as const;
type Kind = keyof typeof CHOICES;
type Disposition = (typeof CHOICES)[Kind][number];
const KINDS = Object.keys(CHOICES) as readonly Kind[];

function DeleteDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const { account } = useTexts().texts;
  const [chosen, setChosen] = useState<Dispositions>({
    public_scenarios: "leave",
    private_scenarios: "delete",
    saved_scenarios: "delete",
    heir: "",
  });
  const [current, setCurrent] = useState("");
  const [hasConfirmed, setHasConfirmed] = useState(false);
  const isHandedOver = KINDS.some((kind) => chosen[kind] === "hand_over");
  return (
    <AccountForm
      title={account.delete}
      about={account.deleteAbout}
      button={account.delete}
      isDangerous
      isDisabled={!hasConfirmed}
      onClose={onClose}
      submit={async () => {
        await visitor.deleteAccount({ ...chosen, current });
        return null;
      }}
    >
      {KINDS.map((kind) => (
        <label key={kind} className="choice">
          {account.kinds[kind]}
          <Select
            options={CHOICES[kind].map((key: Disposition) => ({ key, label: account.dispositions[key] }))}
            selectedKey={CHOICES[kind].find((key) => key === chosen[kind])}
            onChoose={(choice) => setChosen({ ...chosen, [kind]: choice })}
          />
        </label>
      ))}
      {isHandedOver && (
        <TextField
          type="email"
          value={chosen.heir}
          onChange={(heir) => setChosen({ ...chosen, heir })}
          autoComplete="off"
          isRequired
        >
          <Label>{account.heir}</Label>
          <Input className="input" />
        </TextField>
      )}
      <CurrentPassword person={person} value={current} onChange={setCurrent} />
      <LabelledCheckbox label={account.confirmation} isChecked={hasConfirmed} onCheck={setHasConfirmed} />
    </AccountForm>
  );
}

function AccountForm({
  title,
  about,
  button,
  submit,
  onClose,
  isDangerous = false,
  isDisabled = false,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly button: string;
  /** Returns a message that reports the result; null if there is nothing to report. */
  readonly submit: () => Promise<string | null>;
  readonly onClose: (outcome: string | null) => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
}) {
  const attempt = useAttempt();
  return (
    <Popup title={title} isOpen onClose={() => onClose(null)}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => onClose(await submit()));
        }}
      >
        <p className="hint">{about}</p>
        {children}
        <ErrorMessages messages={attempt.errors} />
        <div className="buttons">
          <ActionButton
            className={isDangerous ? "button danger" : "button primary"}
            type="submit"
            isDisabled={isDisabled}
            isBusy={attempt.isBusy}
          >
            {button}
          </ActionButton>
        </div>
      </Form>
    </Popup>
  );
}

function LabelledCheckbox({
  label,
  isChecked,
  onCheck,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}) {
  return (
    <Checkbox className="check" isSelected={isChecked} onChange={onCheck}>
      <i aria-hidden="true" />
      {label}
    </Checkbox>
  );
}
