/** Downloads, curves, orders, couplings and settings of the scenario on the screen. */
import { useEffect } from "react";
import { Button, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { useStore } from "zustand";
import { Icon } from "../../../controls/icons.tsx";
import { Popup } from "../../../controls/Popup.tsx";
import { useTexts } from "../../../texts/language.tsx";
import { lazily } from "../../../controls/lazily.tsx";
import { DATA_TABS, dataDialog, type DataTab } from "./data-dialog.ts";
import { Downloads } from "./Downloads.tsx";

const Curves = lazily(async () => (await import("./Curves.tsx")).Curves);
const Couplings = lazily(async () => (await import("./Couplings.tsx")).Couplings);
const Settings = lazily(async () => (await import("./Settings.tsx")).Settings);
const Orders = lazily(async () => (await import("./Orders.tsx")).Orders);

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
      <Popup title={yours.dataAbout} isOpen={tab !== null} onClose={() => open(null)} isWide>
        <Tabs
          className="tabs"
          selectedKey={tab ?? "downloads"}
          onSelectionChange={(key) => open(DATA_TABS.find((each) => each === key) ?? "downloads")}
        >
          <TabList aria-label={yours.data}>
            <Tab id="downloads">{yours.downloads}</Tab>
            <Tab id="curves">{yours.curves}</Tab>
            <Tab id="orders">{yours.orders}</Tab>
            <Tab id="couplings">{yours.couplings}</Tab>
            <Tab id="scenario">{yours.scenario}</Tab>
          </TabList>
          <TabPanel id="downloads">
            <Downloads charts={charts} />
          </TabPanel>
          <TabPanel id="curves">
            <Curves />
          </TabPanel>
          <TabPanel id="orders">
            <Orders />
          </TabPanel>
          <TabPanel id="couplings">
            <Couplings />
          </TabPanel>
          <TabPanel id="scenario">
            <Settings />
          </TabPanel>
        </Tabs>
      </Popup>
    </>
  );
}
