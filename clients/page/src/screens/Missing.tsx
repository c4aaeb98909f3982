/** The screen for a URL that cannot be shown, with actions that may help. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { ensureSignedIn } from "../account/signing-in.ts";
import { Icon } from "../controls/icons.tsx";
import { visitor } from "../server.ts";
import { useTexts } from "../texts/language.tsx";
import { TopBar } from "./TopBar.tsx";

function Missing({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly children?: ReactNode;
}) {
  const { texts } = useTexts();
  return (
    <main className="begin">
      <TopBar />
      <section className="missing">
        <Icon name="mark" size={40} />
        <h1>{title}</h1>
        <p>{about}</p>
        <div className="actions">
          {children}
          <Link to="/" className="button primary">
            {texts.missing.start}
          </Link>
        </div>
      </section>
    </main>
  );
}

/** A URL without a screen. */
export function MissingScreen() {
  const { missing } = useTexts().texts;
  return <Missing title={missing.screen} about={missing.screenAbout} />;
}

/** A scenario that does not exist, or is private. A guest can sign in; `onSignedIn` reads the scenario again. */
export function MissingScenario({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { texts } = useTexts();
  const { person } = useStore(visitor.state);
  const signIn = (): void => {
    void ensureSignedIn(null).then((isSignedIn) => {
      if (isSignedIn) onSignedIn();
    });
  };
  return (
    <Missing
      title={texts.noScenario}
      about={
        person === null
          ? texts.missing.scenarioForGuest
          : texts.missing.scenarioForPerson(person.name ?? person.email ?? "")
      }
    >
      {person === null && (
        <Button className="button" onPress={signIn}>
          {texts.yours.signIn}
        </Button>
      )}
    </Missing>
  );
}

/** A screen that could not be opened, with the reason and a retry button. */
export function NotOpened({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const { missing } = useTexts().texts;
  return (
    <Missing title={missing.notOpened} about={reason}>
      <Button className="button" onPress={onRetry}>
        {missing.retry}
      </Button>
    </Missing>
  );
}
