/** Lists the user's runs on the server, opens them again and deletes them. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Link } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { Popup } from "../../controls/Popup.tsx";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { formatDecimals } from "../../figures/figures.ts";
import { deleteSweep, listSweeps, type OwnSweep, SWEEPS_KEY } from "../../saved/own-sweeps.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { refusalIn } from "../../texts/refusals.ts";
import { useSession } from "../session-context.tsx";
import { formatAgo } from "../yours/times.ts";
import { pathOf } from "./run-address.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** Interval (ms) at which the list is read again while a run is unfinished. */
const REFRESH_MS = 3_000;

export function SavedRuns() {
  const savedRunTexts = useExploreTexts().saved;
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button className="button" onPress={() => setIsOpen(true)}>
        {savedRunTexts.title}
      </Button>
      <Popup title={savedRunTexts.title} isOpen={isOpen} onClose={close}>
        <RunList onOpened={close} />
      </Popup>
    </>
  );
}

const isUnfinished = ({ status }: OwnSweep): boolean => status === "requested" || status === "running";

function RunList({ onOpened }: { readonly onOpened: () => void }) {
  const { texts, language } = useTexts();
  const { saved: savedRunTexts, variants } = useExploreTexts();
  const router = useRouter();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const scenarioId = useSession(({ scenario }) => scenario.id);
  const list = useInfiniteQuery({
    queryKey: SWEEPS_KEY,
    queryFn: ({ pageParam }) => listSweeps(api, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ sweeps }) => sweeps.some(isUnfinished)) === true ? REFRESH_MS : false,
  });
  const sweeps = list.data?.pages.flatMap((page) => page.sweeps) ?? [];
  const remove = ({ id }: OwnSweep): void =>
    attempt.run(async () => {
      await deleteSweep(api, id);
      await queries.invalidateQueries({ queryKey: SWEEPS_KEY });
    });
  const titleOf = ({ title, id }: OwnSweep): string => (title === "" ? savedRunTexts.untitled(id) : title);
  const statusOf = ({ status, done }: OwnSweep): string =>
    status === "running" ? savedRunTexts.running(formatDecimals(done, language, 0)) : savedRunTexts.states[status];
  return (
    <div className="savedRuns">
      <p className="hint">{savedRunTexts.about}</p>
      <ErrorMessages messages={list.error === null ? attempt.errors : refusalIn(language, list.error)} />
      {sweeps.length === 0 ? (
        <p className="empty">{list.isPending ? texts.loading : savedRunTexts.none}</p>
      ) : (
        <Figures
          caption={savedRunTexts.title}
          columns={[
            {
              head: texts.name,
              kind: "name",
              cell: (sweep) => {
                const { id, scenario, address } = sweep;
                const name = (
                  <NameWithDetail
                    name={titleOf(sweep)}
                    detail={scenario === scenarioId ? null : savedRunTexts.scenario(scenario)}
                  />
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
              head: savedRunTexts.requested,
              kind: "text",
              cell: (sweep) => formatAgo(sweep.requestedAt, language, texts.yours.justNow),
            },
            { head: variants, cell: ({ variants }) => formatDecimals(variants, language, 0) },
            { head: savedRunTexts.state, kind: "text", cell: statusOf },
            {
              head: savedRunTexts.remove,
              kind: "action",
              isHeadVisuallyHidden: true,
              cell: (sweep) => (
                <ActionButton
                  className="button"
                  aria-label={savedRunTexts.removeOf(titleOf(sweep))}
                  isBusy={attempt.isBusy}
                  onPress={() => remove(sweep)}
                >
                  {savedRunTexts.remove}
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
          {savedRunTexts.more}
        </ActionButton>
      )}
    </div>
  );
}
