/** The banner for an expired sign-in: changes are queued until the user signs in again. */
import { useEffect } from "react";
import { Button } from "react-aria-components";
import { useStore } from "zustand";
import { ensureSignedIn } from "../../account/signing-in.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";

export function SignedOut() {
  const { yours } = useTexts().texts;
  const { session } = useWorkspace();
  const { person, expiredPerson } = useStore(visitor.state);
  const isSignedOut = useSession((state) => state.isSignedOut);
  const unsent = useSession((state) => state.unsentCount);
  useEffect(() => {
    if (person !== null) session.resume(person.id);
  }, [person, session]);
  if (!isSignedOut && expiredPerson === null) return null;
  return (
    <div className="notice warn">
      <span>{unsent > 0 ? `${yours.expired} ${yours.expiredUnsent(unsent)}` : yours.expired}</span>
      <Button className="button" onPress={() => void ensureSignedIn(unsent > 0 ? unsent : null)}>
        {yours.signIn}
      </Button>
    </div>
  );
}
