/** Creates, lists and revokes the user's tokens; a new token is shown once. */
import { TEXTS } from "@etesian/contracts/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Checkbox, CheckboxGroup, Form, Input, Label, TextField } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Person, Token } from "../../account/visitor.ts";
import { CopyButton } from "../../controls/CopyButton.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { CurrentPassword } from "./CurrentPassword.tsx";
import { dayOf } from "./times.ts";

const KEY = ["yours", "tokens"];
const DAYS = ["7", "30", "60", "90", "365", "0"] as const;
type Days = (typeof DAYS)[number];

export function Tokens({ person }: { readonly person: Person }) {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const queries = useQueryClient();
  const tokens = useQuery({ queryKey: KEY, queryFn: () => visitor.tokens() });
  const [isCreating, setIsCreating] = useState(false);
  const [issued, setIssued] = useState<string | null>(null);
  const attempt = useAttempt();
  const revoke = ({ key }: Token): void =>
    attempt.run(async () => {
      await visitor.revokeToken(key);
      await queries.invalidateQueries({ queryKey: KEY });
    });
  return (
    <section className="card" id="tokens" aria-labelledby="tokens-title">
      <header>
        <h2 id="tokens-title">{yours.tokens}</h2>
        <span className="space" />
        <Button className="button" onPress={() => setIsCreating(true)}>
          <Icon name="plus" size={14} />
          {yours.newToken}
        </Button>
      </header>
      <p className="hint">{yours.tokensAbout}</p>
      {issued !== null && (
        <div className="made" role="status">
          <Icon name="check" />
          <label>
            <span className="unseen">{yours.token}</span>
            <input readOnly value={issued} onFocus={({ target }) => target.select()} />
          </label>
          <CopyButton text={issued} />
          <span className="quiet">{yours.copyTokenNow}</span>
        </div>
      )}
      <ErrorMessages messages={attempt.errors} />
      {tokens.data?.length === 0 && <p className="empty">{yours.noTokens}</p>}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">{yours.name}</th>
              <th scope="col">{yours.permissions}</th>
              <th scope="col">{yours.lastUsed}</th>
              <th scope="col">{yours.expires}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tokens.data.map((token) => (
              <tr key={token.key}>
                <th scope="row">{token.label === "" ? yours.tokenUnnamed : token.label}</th>
                <td>{token.scopes.map((scope) => scopeLabel(yours.scopesShort, scope)).join(", ")}</td>
                <td>{token.used_at === null ? yours.never : dayOf(token.used_at, language)}</td>
                <td>{token.expires_at === null ? yours.never : dayOf(token.expires_at, language)}</td>
                <td>
                  <ActionButton
                    className="button plain danger"
                    aria-label={`${yours.revoke}: ${token.label}`}
                    isBusy={attempt.isBusy}
                    onPress={() => revoke(token)}
                  >
                    {yours.revoke}
                  </ActionButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Popup title={yours.newToken} isOpen={isCreating} onClose={() => setIsCreating(false)}>
        <NewToken
          person={person}
          onIssued={(token) => {
            setIssued(token);
            setIsCreating(false);
            void queries.invalidateQueries({ queryKey: KEY });
          }}
        />
      </Popup>
    </section>
  );
}

const scopeLabel = (labels: Readonly<Record<string, string>>, scope: string): string => labels[scope] ?? scope;

function NewToken({ person, onIssued }: { readonly person: Person; readonly onIssued: (token: string) => void }) {
  const { yours } = useTexts().texts;
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<readonly string[]>(["scenarios:read"]);
  const [days, setDays] = useState<Days>("30");
  const [current, setCurrent] = useState("");
  const attempt = useAttempt();
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.run(async () => onIssued(await visitor.issueToken({ label, scopes, days: Number(days), current })));
      }}
    >
      <TextField value={label} onChange={setLabel} isRequired maxLength={TEXTS.labelLength} autoFocus>
        <Label>{yours.tokenPurpose}</Label>
        <Input className="input" />
      </TextField>
      <CheckboxGroup value={[...scopes]} onChange={setScopes} className="choices">
        <Label>{yours.permissions}</Label>
        {Object.entries(yours.scopes).map(([scope, label]) => (
          <Checkbox key={scope} value={scope} className="check">
            <i aria-hidden="true" />
            {label}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="field">
        <span className="label">{yours.expires}</span>
        <Segments
          label={yours.expires}
          selectedKey={days}
          onChoose={setDays}
          segments={DAYS.map((day) => ({
            key: day,
            label: day === "0" ? yours.never : yours.forDays(Number(day)),
          }))}
        />
      </div>
      {scopes.includes("scenarios:delete") && <CurrentPassword person={person} value={current} onChange={setCurrent} />}
      <ErrorMessages messages={attempt.errors} />
      <div className="buttons">
        <ActionButton className="button primary" type="submit" isDisabled={label.trim() === ""} isBusy={attempt.isBusy}>
          {yours.newToken}
        </ActionButton>
      </div>
    </Form>
  );
}
