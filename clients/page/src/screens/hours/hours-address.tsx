/** The hours shown by all charts of a workbench, and their place in the address: `?h=497`, `?h=497.432-599`. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { createHoursView, HoursViewContext, readHours, showAddress, writeHours } from "../../charts/hours-view.ts";

/** The pointer moves often: the address follows once it has rested for this long (ms). */
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
    // Another address within the same page, such as by the back button.
    const addressHours = h === undefined ? null : readHours(h);
    if (addressHours !== null && writeHours(addressHours) !== writeHours(view.getState()))
      showAddress(view, addressHours);
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
