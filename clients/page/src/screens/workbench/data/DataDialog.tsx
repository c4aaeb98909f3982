/** Downloads, curves, orders, couplings and settings of the scenario, next to the charts that they change. */
import { useEffect } from "react";
import { Button } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { useStore } from "zustand";
import { Icon } from "../../../controls/icons.tsx";
import { lazyComponent } from "../../../controls/lazily.tsx";
import { Popup } from "../../../controls/Popup.tsx";
import { useTexts } from "../../../texts/language.tsx";
import { dataDialog, type DataTab } from "./data-dialog.ts";

const DataTabs = lazyComponent(async () => (await import("./DataTabs.tsx")).DataTabs);

export function DataDialog({ charts }: { readonly charts: readonly Chart[] }) {
  const { yours } = useTexts().texts;
  const { tab } = useStore(dataDialog);
  const open = (chosen: DataTab | null): void => dataDialog.setState({ tab: chosen });
  // The dialog is closed when another scenario opens.
  useEffect(() => () => dataDialog.setState({ tab: null }), []);
  return (
    <>
      <Button className="button" onPress={() => open("downloads")}>
        <Icon name="data" />
        <span>{yours.data}</span>
      </Button>
      <Popup title={yours.dataAbout} isOpen={tab !== null} onClose={() => open(null)} isAside>
        <DataTabs charts={charts} chosen={tab ?? "downloads"} onChoose={open} />
      </Popup>
    </>
  );
}
