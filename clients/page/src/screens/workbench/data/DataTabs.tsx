/** Downloads, curves, orders, couplings and settings of the scenario, each on a tab. */
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { lazyComponent } from "../../../controls/lazily.tsx";
import { useTexts } from "../../../texts/language.tsx";
import { DATA_TABS, type DataTab } from "./data-dialog.ts";
import { Downloads } from "./Downloads.tsx";

const Curves = lazyComponent(async () => (await import("./Curves.tsx")).Curves);
const Couplings = lazyComponent(async () => (await import("./Couplings.tsx")).Couplings);
const Settings = lazyComponent(async () => (await import("./Settings.tsx")).Settings);
const Orders = lazyComponent(async () => (await import("./Orders.tsx")).Orders);

export function DataTabs({
  charts,
  chosen,
  onChoose,
}: {
  readonly charts: readonly Chart[];
  readonly chosen: DataTab;
  readonly onChoose: (tab: DataTab) => void;
}) {
  const { yours } = useTexts().texts;
  return (
    <Tabs
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(key) => onChoose(DATA_TABS.find((tab) => tab === key) ?? "downloads")}
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
  );
}
