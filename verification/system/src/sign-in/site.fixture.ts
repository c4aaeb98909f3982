/** A server for users and programs to sign in to: its emails, another issuer, and common steps. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeVillage } from "@etesian/compute/testing";
import { SCOPES } from "@etesian/contracts/rights";
import type { TestStore } from "@etesian/event-store/testing";
import * as openid from "openid-client";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { Browser, fetchWhenReady } from "./browser.ts";
import { startIssuer, type TestIssuer } from "./issuer.fixture.ts";

/** A program from another origin that is registered with the server. */
export const CLIENT = "https://charts.example.org";
export const REDIRECT = `${CLIENT}/callback`;

export const PASSWORD = "correct horse battery";
/** The first account, which the first test creates. */
export const ADA = { email: "ada@example.org", password: PASSWORD };

interface RunningSite {
  readonly issuer: TestIssuer;
  server: TestServer;
  readonly start: (port: number) => Promise<TestServer>;
  readonly remove: () => Promise<void>;
}

export class Site {
  readonly directory = mkdtempSync(join(tmpdir(), "etesian-sign-in-"));
  #running: RunningSite | null = null;

  /** Starts the server with a store. */
  async open(store: TestStore): Promise<void> {
    writeVillage(join(this.directory, "village"));
    const oidcClients = join(this.directory, "clients.json");
    const client = { client_id: "charts", redirect_uris: [REDIRECT], post_logout_redirect_uris: [`${CLIENT}/`] };
    writeFileSync(oidcClients, JSON.stringify([client]));
    const issuerClient = { id: "etesian", secret: "known-to-us-alone" };
    const issuer = await startIssuer(issuerClient);
    const oidcSignIn = join(this.directory, "issuers.json");
    const university = { id: "university", name: "The <University>", issuer: issuer.url };
    writeFileSync(
      oidcSignIn,
      JSON.stringify([{ ...university, client_id: issuerClient.id, client_secret: issuerClient.secret }]),
    );
    const { url, remove } = await store.create();
    const start = (port: number): Promise<TestServer> =>
      startForTest({
        model: join(this.directory, "village"),
        data: join(this.directory, "data"),
        store: url.startsWith("sqlite:") ? null : url,
        port,
        oidcClients,
        oidcRegistration: true,
        oidcSignIn,
      });
    this.#running = { issuer, server: await start(0), start, remove };
  }

  /** Restarts the server on the same port. */
  async restart(): Promise<void> {
    const running = this.#requireOpen();
    const { port } = new URL(running.server.url);
    await running.server.close();
    running.server = await running.start(Number(port));
  }

  async close(): Promise<void> {
    const { server, issuer, remove } = this.#requireOpen();
    await server.close();
    issuer.close();
    await remove();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #requireOpen(): RunningSite {
    if (this.#running === null) throw new Error("the site is not open");
    return this.#running;
  }

  get url(): string {
    return this.#requireOpen().server.url;
  }

  get issuer(): TestIssuer {
    return this.#requireOpen().issuer;
  }

  /** Emails to an address, oldest first. */
  emailsTo(email: string): readonly string[] {
    const mail = join(this.directory, "data", "mail");
    try {
      const files = readdirSync(mail).filter((file) => file.endsWith(".eml"));
      const byAge = files.map((file) => join(mail, file)).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
      const emails = byAge.map((file) => readFileSync(file, "utf8").replaceAll("=\n", "").replaceAll("=3D", "="));
      return emails.filter((text) => text.includes(`To: ${email}`));
    } catch {
      return [];
    }
  }

  /** The link in the email to an address that follows the given number of earlier emails. */
  async linkTo(email: string, after: number): Promise<string> {
    for (;;) {
      const message = this.emailsTo(email)[after];
      const link = message === undefined ? undefined : /^http\S+$/m.exec(message)?.[0];
      if (link !== undefined) return link;
      await sleep(20);
    }
  }

  /** Creates an account by email; returns the signed-in browser. */
  async signUp(email: string, fields: { name?: string; password?: string } = {}): Promise<Browser> {
    const browser = new Browser(this.url);
    const emailCount = this.emailsTo(email).length;
    const sentPage = await browser.submit(await browser.get("/sign-in"), "/sign-in/link", { email });
    if (!sentPage.text.includes(join(this.directory, "data", "mail"))) {
      throw new Error(`no email was sent to ${email}: ${sentPage.text}`);
    }
    const page = await browser.get(await this.linkTo(email, emailCount));
    const nextPage = await browser.submit(page, new URL(page.url).pathname, fields);
    if (nextPage.location !== `${this.url}/yours`) throw new Error(`${email} is not signed in: ${nextPage.text}`);
    return browser;
  }

  /** A browser in which Ada is signed in. */
  async asAda(): Promise<Browser> {
    const browser = new Browser(this.url);
    await browser.post("/sign-in", ADA);
    return browser;
  }

  /** One of Ada's tokens, with all scopes. */
  async ownToken(): Promise<string> {
    const tokenRequest = { label: "all", days: 1, scopes: SCOPES, current: ADA.password };
    return (await (await this.asAda()).sendAsVisitor<{ readonly token: string }>("POST", "/tokens", tokenRequest)).body
      .token;
  }

  /** Starts a program's authorization: returns the URL to open in a browser, and a function that exchanges the code. */
  async startAuthorization(scope: string, clientId = "charts", secret?: string) {
    const insecure = {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: fetchWhenReady as openid.CustomFetch,
    };
    const config = await openid.discovery(
      new URL(this.url),
      clientId,
      undefined,
      secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
      insecure,
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const exchange = (callbackUrl: string) =>
      openid.authorizationCodeGrant(config, new URL(callbackUrl), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      });
    return { config, url: url.href, exchange };
  }

  api(path: string, token: string, method = "GET", body?: object): Promise<Response> {
    return fetchWhenReady(`${this.url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
}
