/** The user's runs on the server: opened again, and deleted. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Link } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { Sentences } from "../../controls/Sentences.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatDecimals } from "../../figures/figures.ts";
import { deleteSweep, listSweeps, type OwnSweep, SWEEPS_KEY } from "../../saved/own-sweeps.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { refusalIn } from "../../texts/refusals.ts";
import { useSession } from "../session-context.tsx";
import { formatAgo } from "../yours/times.ts";
import { pathOf } from "./run-address.ts";
import { useExploreWords } from "./use-explore-words.ts";

/** Read again while a run is not completed (ms). */
const REFRESH_MS = 3_000;

export function SavedRuns() {
  const words = useExploreWords().saved;
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button className="button" onPress={() => setIsOpen(true)}>
        {words.title}
      </Button>
      <Popup title={words.title} isOpen={isOpen} onClose={close}>
        <Runs onOpened={close} />
      </Popup>
    </>
  );
}

const isOpenRun = ({ status }: OwnSweep): boolean => status === "requested" || status === "running";

function Runs({ onOpened }: { readonly onOpened: () => void }) {
  const { texts, language } = useTexts();
  const { saved: words, variants } = useExploreWords();
  const router = useRouter();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const here = useSession(({ scenario }) => scenario.id);
  const list = useInfiniteQuery({
    queryKey: SWEEPS_KEY,
    queryFn: ({ pageParam }) => listSweeps(api, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ sweeps }) => sweeps.some(isOpenRun)) === true ? REFRESH_MS : false,
  });
  const sweeps = list.data?.pages.flatMap((page) => page.sweeps) ?? [];
  const remove = ({ id }: OwnSweep): void =>
    attempt.run(async () => {
      await deleteSweep(api, id);
      await queries.invalidateQueries({ queryKey: SWEEPS_KEY });
    });
  const titleOf = ({ title, id }: OwnSweep): string => (title === "" ? words.untitled(id) : title);
  const stateOf = ({ status, done }: OwnSweep): string =>
    status === "running" ? words.running(formatDecimals(done, language, 0)) : words.states[status];
  return (
    <div className="savedRuns">
      <p className="hint">{words.about}</p>
      <Sentences sentences={list.error === null ? attempt.errors : refusalIn(language, list.error)} />
      {sweeps.length === 0 ? (
        <p className="empty">{list.isPending ? texts.loading : words.none}</p>
      ) : (
        <Figures
          caption={words.title}
          columns={[
            {
              head: texts.name,
              kind: "name",
              cell: (sweep) => {
                const { id, scenario, address } = sweep;
                const name = (
                  <NameWithDetail name={titleOf(sweep)} detail={scenario === here ? null : words.scenario(scenario)} />
                );
                if (address === null) return name;
                const path = pathOf({ scenario, sweep: id, address });
                return (
                  <Link
                    className="link"
                    href={path}
                    onPress={() => {
                      router.history.push(path);
                      onOpened();
                    }}
                  >
                    {name}
                  </Link>
                );
              },
            },
            {
              head: words.requested,
              kind: "text",
              cell: (one) => formatAgo(one.requestedAt, language, texts.yours.justNow),
            },
            { head: variants, cell: ({ variants }) => formatDecimals(variants, language, 0) },
            { head: words.state, kind: "text", cell: stateOf },
            {
              head: words.remove,
              kind: "action",
              isHeadVisuallyHidden: true,
              cell: (sweep) => (
                <ActionButton
                  className="button"
                  aria-label={words.removeOf(titleOf(sweep))}
                  isBusy={attempt.isBusy}
                  onPress={() => remove(sweep)}
                >
                  {words.remove}
                </ActionButton>
              ),
            },
          ]}
          rows={sweeps}
          attributesOf={({ id }) => ({ key: id, data: { "data-sweep": id } })}
        />
      )}
      {list.hasNextPage && (
        <ActionButton className="button" isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words.more}
        </ActionButton>
      )}
    </div>
  );
}
