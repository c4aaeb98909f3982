/**
 * Two users share one browser. Ada leaves in every possible way, and Bob signs in. He finds none of her data on the
 * screen, in caches or in storage, with and without a connection, and no change of hers is sent as his.
 */
import { rmSync } from "node:fs";
import { createServer, connect as connectTo, type Server, type Socket } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { waitUntilDrawn } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { localUrl, startPageServer } from "./shared-servers.ts";
import { SESSION_COOKIE, signUp, type TestUser } from "./users.ts";
import { OTHER_HOST, customChartAddress, ServedPage } from "./served-page.ts";

const command = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const PASSWORD = "correct horse battery";
/** A value that occurs nowhere else. */
const SECRET_VALUE = 12_345;

/** A connection between the browser and a server, which can be cut. */
class CuttableConnection {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The server's port; 0 if it has not started yet, or is cut off. */
  targetPort = 0;

  constructor() {
    this.#server = createServer((client) => {
      if (this.targetPort === 0) {
        client.destroy();
        return;
      }
      const server = connectTo({ host: "127.0.0.1", port: this.targetPort });
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  /** Returns the port to which the browser connects. */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "0.0.0.0", resolve));
    return (this.#server.address() as { readonly port: number }).port;
  }
  disconnect(): void {
    this.targetPort = 0;
    for (const socket of this.#sockets) socket.destroy();
  }
  async stop(): Promise<void> {
    this.disconnect();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A server, as the browser sees it. */
interface ConnectedServer {
  readonly servedPage: ServedPage;
  readonly connection: CuttableConnection;
  readonly port: number;
  /** Its URL in the browser. */
  readonly site: string;
  readonly bob: SignedUpUser;
  readonly stop: () => Promise<void>;
}
interface SignedUpUser extends TestUser {
  readonly id: number;
}

let people = 0;
async function createUser({ url, data }: ServedPage, name: string): Promise<SignedUpUser> {
  const user = { email: `${name}${people++}@example.org`, password: PASSWORD, name: `${name} at a shared browser` };
  const session = await signUp(url, data, user);
  const response = await fetch(`${url}/account/visitor`, { headers: { cookie: `${SESSION_COOKIE}=${session}` } });
  const { person } = (await response.json()) as { readonly person: { readonly id: number } };
  return { ...user, id: person.id };
}

/** Starts a server that knows the browser's URL for it. */
async function startConnectedServer(chromium: string, host: Host): Promise<ConnectedServer> {
  const connection = new CuttableConnection();
  const site = `http://${host === "plain http" ? OTHER_HOST : "localhost"}:${await connection.start()}`;
  const server = await startPageServer("included", { publicUrl: site });
  const servedPage = await ServedPage.forServer({ url: localUrl(server), data: server.data }, chromium);
  const stop = async (): Promise<void> => {
    await servedPage.stop();
    await connection.stop();
    await server.stop();
    rmSync(server.data, { recursive: true });
  };
  const port = Number(new URL(servedPage.url).port);
  connection.targetPort = port;
  return { servedPage, connection, port, site, bob: await createUser(servedPage, "bob"), stop };
}

/** Ada's visit. */
interface Visit {
  readonly site: string;
  readonly context: BrowserContext;
  readonly ada: SignedUpUser;
  /** Her tab with a private scenario. */
  readonly tab: Page;
}

const signOutInMenu = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  // Her change is not saved yet.
  await page.getByText("1 change is not saved yet. It is discarded when you sign out.").waitFor();
  await page.getByRole("button", { name: "Sign out and discard" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
};
/** Another browser of Ada's. */
async function signInElsewhere(
  { ada }: Visit,
  url: string,
): Promise<(method: string, path: string, body: object) => Promise<void>> {
  const session = await fetch(`${url}/account/visitor`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ada.email, password: ada.password }),
  });
  const { csrf_token } = (await session.json()) as { readonly csrf_token: string };
  const cookie = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  return async (method, path, body) => {
    const headers = { cookie, "x-csrf-token": csrf_token, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
}
const DELETION = {
  public_scenarios: "leave",
  private_scenarios: "delete",
  saved_scenarios: "delete",
  heir: "",
  current: PASSWORD,
};

/** Ways to leave. `isClosed`: her tabs are closed first. */
interface WayToLeave {
  readonly name: string;
  readonly isClosed: boolean;
  readonly leave: (visit: Visit, url: string) => Promise<void>;
}
const openAnd =
  (path: string, act: (page: Page) => Promise<void>): WayToLeave["leave"] =>
  async ({ context, site }) => {
    const page = await context.newPage();
    await page.goto(`${site}${path}`);
    await act(page);
    await page.close();
  };
const WAYS: readonly WayToLeave[] = [
  { name: "in the page", isClosed: false, leave: async ({ tab }) => signOutInMenu(tab) },
  { name: "in another tab", isClosed: false, leave: openAnd("/", signOutInMenu) },
  ...[false, true].flatMap((isClosed): readonly WayToLeave[] => {
    const suffix = isClosed ? ", with the page closed" : "";
    return [
      {
        name: `through the sign-out for programs${suffix}`,
        isClosed,
        leave: openAnd("/oauth/sign-out", async (page) => {
          await page.getByRole("button", { name: "Sign out" }).click();
          await page.getByText("You are signed out.").waitFor();
        }),
      },
      {
        name: `in a session that ends elsewhere${suffix}`,
        isClosed,
        leave: async (visit, url) => {
          const send = await signInElsewhere(visit, url);
          await send("PUT", "/account/visitor/password", { password: "another password", current: PASSWORD });
        },
      },
      {
        name: `with an account that is deleted elsewhere${suffix}`,
        isClosed,
        leave: async (visit, url) =>
          (await signInElsewhere(visit, url))("DELETE", "/account/visitor/account", DELETION),
      },
    ];
  }),
  {
    name: "by deleting the account in the page",
    isClosed: false,
    leave: openAnd("/yours", async (page) => {
      await page.getByRole("button", { name: "Delete account" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(PASSWORD);
      await dialog.getByText("I am sure").click();
      await dialog.getByRole("button", { name: "Delete account" }).click();
      await page.getByRole("button", { name: "Sign in", exact: true }).first().waitFor();
    }),
  },
];
/** On plain HTTP at another host, browsers have no service worker, and ignore `Clear-Site-Data`. */
type Host = "a trusted address" | "plain http";
const HOSTS: readonly Host[] = [
  "a trusted address",
  ...(customChartAddress === undefined ? [] : (["plain http"] as const)),
];

/** A way to leave, and the URL at which the browser knows the server. */
export interface LeavingCase {
  readonly way: WayToLeave;
  readonly host: Host;
  readonly title: string;
}
export const LEAVING_CASES: readonly LeavingCase[] = WAYS.flatMap((way) =>
  HOSTS.map((host) => ({ way, host, title: `${way.name}, at ${host}` })),
);
/** The cases that `npm test` and CI run: each kind of storage is cleared once. */
export const [FIRST, SECOND] = [
  "through the sign-out for programs",
  "in a session that ends elsewhere, with the page closed",
].map((name) => LEAVING_CASES.find(({ way, host }) => way.name === name && host === "a trusted address")!) as [
  LeavingCase,
  LeavingCase,
];

/** For scripts of a page: everything that the browser stores for its origin, as one text. */
const STORED_TEXT = `(async () => {
  const kept = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) kept.push(name);
  for (const name of globalThis.caches === undefined ? [] : await caches.keys()) {
    if (name.startsWith("etesian-files-") || name === "etesian-model") continue;
    kept.push(name);
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      // An entry may be deleted meanwhile.
      const answer = await cache.match(request);
      if (answer !== undefined) kept.push(request.url, await answer.text());
    }
  }
  return kept.join("\\n");
})()`;

/** Ada leaves in each of these ways, and Bob signs in. */
export function describeLeaving(cases: readonly LeavingCase[]): void {
  describe.skipIf(command === null)(`a shared browser${command === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
    const servers = new Map<Host, Promise<ConnectedServer>>();
    const serverFor = (host: Host): Promise<ConnectedServer> => {
      const existing = servers.get(host) ?? startConnectedServer(command!, host);
      servers.set(host, existing);
      return existing;
    };
    afterEach(async () => {
      for (const one of servers.values()) await (await one).servedPage.closePages();
    });
    afterAll(async () => {
      for (const one of servers.values()) await (await one).stop();
    });

    const signIn = async (page: Page, site: string, { email, password }: TestUser): Promise<void> => {
      await page.goto(`${site}/sign-in`);
      await page.getByLabel("Email").first().fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(/\/yours$/);
    };
    const field = (page: Page) => page.locator(`[data-input="${WIND}"] input.field`);
    const textOf = async (page: Page): Promise<string> =>
      page.evaluate<string>(
        `document.title + " " + document.body.innerText + " " + Array.from(document.querySelectorAll("input"), (each) => each.value).join(" ")`,
      );

    test.for(cases)("the page shows and sends no data of a user who has left $title", async ({ way, host }) => {
      const { servedPage, connection, port, site, bob } = await serverFor(host);
      const hasWorker = host !== "plain http";
      try {
        const ada = await createUser(servedPage, "ada");
        const secret = `Coal of ${ada.email}`;
        const tab = await servedPage.newPage({ isIsolated: true, options: { serviceWorkers: "allow" } });
        const context = tab.context();
        const shared = await servedPage.create();
        await signIn(tab, site, ada);

        // A private scenario, which the browser caches for a visit without a connection.
        await tab.goto(site);
        const id = await tab.evaluate<number>(`(async () => {
          const { csrf_token } = await (await fetch("/account/visitor")).json();
          const headers = { "x-csrf-token": csrf_token, "content-type": "application/json" };
          const scenario = { area_code: "nl", end_year: 2050, private: true, metadata: { title: ${JSON.stringify(secret)} }, user_values: { ${WIND}: ${SECRET_VALUE} } };
          return (await (await fetch("/api/v3/scenarios", { method: "POST", headers, body: JSON.stringify({ scenario }) })).json()).id;
        })()`);
        const address = `${site}/s/${id}?slide=electricity_wind`;
        await tab.goto(address);
        await waitUntilDrawn(tab);
        await tab.getByText(secret).first().waitFor();
        const cachedPath = hasWorker ? `etesian-answers-${ada.id}[^]*/api/v3/scenarios/${id}/inputs` : "";
        await expect.poll(async () => tab.evaluate<string>(STORED_TEXT)).toMatch(new RegExp(cachedPath));
        expect(await tab.evaluate<string>(STORED_TEXT)).toContain(hasWorker ? secret : "");

        // In another tab, a change to a public scenario cannot be sent.
        const secondTab = await context.newPage();
        let isHeld = true;
        await secondTab.route(`**/api/v3/scenarios/${shared}`, async (route) => {
          if (isHeld && route.request().method() === "PUT") await route.abort();
          else await route.continue();
        });
        await secondTab.goto(`${site}/s/${shared}?slide=electricity_wind`);
        await waitUntilDrawn(secondTab);
        await field(secondTab).fill("14");
        await field(secondTab).press("Enter");
        await secondTab.getByText(/1 change not sent yet/).waitFor();
        expect(await tab.evaluate<string>(STORED_TEXT)).toContain(`"maker":${ada.id}`.replaceAll('"', '\\"'));

        if (way.isClosed) for (const page of [tab, secondTab]) await page.goto("about:blank");
        await way.leave({ site, context, ada, tab }, servedPage.url);

        // Bob signs in where the page's scripts do not run. Ada's tabs are still open, and may retry.
        const bobsPage = await context.newPage();
        await signIn(bobsPage, site, bob);
        isHeld = false;
        const pages = way.isClosed ? [] : [tab, secondTab];
        await bobsPage.goto(`${site}/s/${shared}?slide=electricity_wind`);
        await bobsPage.getByRole("button", { name: `Account: ${bob.name}` }).waitFor();
        await waitUntilDrawn(bobsPage);
        for (const page of pages) {
          await page.bringToFront();
          // Automated browsers treat every page as focused, and fire no focus event. The page may be loading again.
          await expect
            .poll(() => page.evaluate<boolean>("dispatchEvent(new Event('focus'))").catch(() => false))
            .toBe(true);
          await expect.poll(async () => textOf(page)).not.toContain(secret);
          await page.getByRole("button", { name: `Account: ${bob.name}` }).waitFor();
        }
        await bobsPage.bringToFront();
        await bobsPage.goto(address);
        await bobsPage.getByRole("button", { name: `Account: ${bob.name}` }).waitFor();
        await bobsPage.waitForTimeout(500);

        const traces = [
          secret,
          ada.email,
          ada.name,
          `/scenarios/${id}`,
          `etesian-answers-${ada.id}`,
          `\\"maker\\":${ada.id},`,
          String(SECRET_VALUE),
        ];
        const storedText = await bobsPage.evaluate<string>(STORED_TEXT);
        expect(traces.filter((trace) => storedText.includes(trace))).toEqual([]);
        const findTraces = async (): Promise<readonly string[]> => {
          const texts = await Promise.all([bobsPage, ...pages].map(textOf));
          return [secret, ada.name, "12.3"].filter((trace) => texts.some((text) => text.includes(trace)));
        };
        expect(await findTraces()).toEqual([]);

        if (hasWorker) {
          // The page registers its worker after the first numbers; without one the URL cannot be opened offline.
          await bobsPage.evaluate("navigator.serviceWorker.ready.then(() => null)");
          connection.disconnect();
          await bobsPage.goto(address);
          await bobsPage.waitForTimeout(1_500);
        }
        expect(await findTraces()).toEqual([]);
        // Retries of unsent changes are 2 s apart.
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        const history = await servedPage.send<{
          readonly data: readonly { readonly type: string; readonly actor: string }[];
        }>("GET", `/scenarios/${shared}/history`, undefined, await servedPage.token(bob.email));
        expect(history.data.map(({ type }) => type)).toEqual(["scenario_created"]);
        expect(await servedPage.userValues(shared)).toEqual({});
      } finally {
        connection.targetPort = port;
      }
    });
  });
}
