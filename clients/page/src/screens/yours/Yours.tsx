/** The user's saved scenarios, trash, other scenarios, tokens and account. */
import { useEffect } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { TopBar } from "../TopBar.tsx";
import { Account } from "./Account.tsx";
import { OwnList } from "./OwnList.tsx";
import { PathList } from "./PathList.tsx";
import { SavedList } from "./SavedList.tsx";
import { Tokens } from "./Tokens.tsx";

export function Yours() {
  const { yours } = useTexts().texts;
  const { person, isSettled } = useStore(visitor.state);
  useEffect(() => {
    document.title = `${yours.savedScenarios} · Etesian`;
  }, [yours]);
  const isSignedIn = person !== null;
  // The section in a URL such as `/yours#tokens` is rendered only once the user is known.
  useEffect(() => {
    if (isSignedIn) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isSignedIn]);
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap yours">
        <h1>{person?.name ?? person?.email ?? yours.savedScenarios}</h1>
        {isSettled && person === null && (
          <div className="card empty">
            <p>{yours.signInAbout}</p>
            <Button className="button primary" onPress={() => void ensureSignedIn(null)}>
              {yours.signIn}
            </Button>
          </div>
        )}
        {person !== null && (
          <>
            <SavedList key={person.id} />
            <OwnList key={`own ${person.id}`} />
            <PathList key={`paths ${person.id}`} />
            <Tokens person={person} />
            <Account person={person} />
          </>
        )}
      </div>
    </main>
  );
}
