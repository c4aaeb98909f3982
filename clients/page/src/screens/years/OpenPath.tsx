/** Opens a stored path at its last year. */
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useStore } from "zustand";
import { scenariosOf, writePath } from "../../calculation/paths.ts";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { api, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { refusalIn } from "../../texts/refusals.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { MissingScenario } from "../Missing.tsx";
import { TopBar } from "../TopBar.tsx";

export function OpenPath({ id }: { readonly id: number }) {
  const { texts, language } = useTexts();
  const yearsTexts = usePartTexts({ en, nl });
  const person = useStore(visitor.state, (state) => state.person?.id);
  const path = useQuery({
    queryKey: ["yours", "pathScenarios", person, id],
    queryFn: () => scenariosOf(api, id),
    retry: false,
  });
  const last = path.data?.at(-1);
  if (last !== undefined)
    return (
      <Navigate
        to="/s/$id"
        params={{ id: String(last.id) }}
        search={{ view: "years", path: writePath(path.data!.map((pathScenario) => pathScenario.id)), collection: id }}
        replace
      />
    );
  if (path.error !== null && person === undefined) return <MissingScenario onSignedIn={() => void path.refetch()} />;
  return (
    <main className="begin">
      <TopBar />
      <div className="wrap">
        <h1>{yearsTexts.paths}</h1>
        {path.isPending && <p role="status">{texts.loading}</p>}
        <ErrorMessages
          messages={
            path.error !== null ? refusalIn(language, path.error) : path.isPending ? [] : [yearsTexts.noScenarios]
          }
        />
      </div>
    </main>
  );
}
