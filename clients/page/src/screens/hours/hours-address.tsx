/** The hours that all charts of a workbench show, stored in the URL: `?h=497`, `?h=497.432-599`. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { createHoursView, HoursViewContext, readHours, showUrlHours, writeHours } from "../../charts/hours-view.ts";

/** Delay (ms) before the URL is updated, because the pointer moves often. */
const REST_MS = 250;

export function HoursProvider({
  h,
  children,
}: {
  readonly h: string | number | undefined;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  const [view] = useState(() => createHoursView(h === undefined ? {} : (readHours(h) ?? {})));
  useEffect(() => {
    // The URL changed within the page, for example through the back button.
    const urlHours = h === undefined ? null : readHours(h);
    if (urlHours !== null && writeHours(urlHours) !== writeHours(view.getState())) showUrlHours(view, urlHours);
  }, [h, view]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let address = writeHours(view.getState());
    const unsubscribe = view.subscribe((state) => {
      const next = writeHours(state);
      if (next === address) return;
      address = next;
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          void navigate({
            to: ".",
            search: (search) => ({
              ...search,
              h: next === undefined ? undefined : /^\d+$/.test(next) ? Number(next) : next,
            }),
            replace: true,
          }),
        REST_MS,
      );
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [view, navigate]);
  return <HoursViewContext value={view}>{children}</HoursViewContext>;
}
