/** The accounts service: its settings, what it needs, how it opens. */
import { openReadDatabase } from "@etesian/event-store";
import { openServiceStore } from "@etesian/event-store/service";
import { DATA_DIRECTORY, defineService } from "@etesian/service-kit";
import { Accounts } from "./accounts.ts";
import { accountsService } from "./handlers.ts";
import { locations, SETTINGS } from "./open.ts";
import { Vault } from "./vault.ts";

export const accounts = defineService({
  name: "accounts",
  settings: SETTINGS,
  needs: {},

  async open(context) {
    const { events, keys } = locations(context.values);
    const store = await openServiceStore("accounts store", events, context);
    const database = await openReadDatabase(keys);
    context.onStop("keys", () => database.close());
    const vault = await Vault.open(database);
    const isNew = (await vault.people(0, 1)).length === 0;
    const flags = isDefault(context.values) ? "" : ` --data ${context.values.data}`;
    return {
      rpc: accountsService(new Accounts(store, vault)),
      notes: () =>
        isNew ? [["people", `nobody yet; open the first account: npm run accounts -- create EMAIL${flags}`]] : [],
    };
  },
});

const isDefault = ({ data }: { readonly data: string }): boolean => data === DATA_DIRECTORY.fallback;
