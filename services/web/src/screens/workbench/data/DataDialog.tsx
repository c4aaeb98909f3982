/** Downloads, curves and orders of the scenario on the screen. */
import { useState } from "react";
import { Button, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { Icon } from "../../../controls/icons.tsx";
import { Popup } from "../../../controls/Popup.tsx";
import { useTexts } from "../../../texts/language.tsx";
import { Curves } from "./Curves.tsx";
import { Downloads } from "./Downloads.tsx";
import { Orders } from "./Orders.tsx";

export function DataDialog({ charts }: { readonly charts: readonly Chart[] }) {
  const { yours } = useTexts().texts;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="button" onPress={() => setIsOpen(true)}>
        <Icon name="data" />
        <span>{yours.data}</span>
      </Button>
      <Popup title={yours.dataAbout} isOpen={isOpen} onClose={() => setIsOpen(false)} isWide>
        <Tabs className="tabs">
          <TabList aria-label={yours.data}>
            <Tab id="downloads">{yours.downloads}</Tab>
            <Tab id="curves">{yours.curves}</Tab>
            <Tab id="orders">{yours.orders}</Tab>
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
        </Tabs>
      </Popup>
    </>
  );
}
