/**
 * A browser without scripts, for tests: stores cookies by path, parses forms and links, and sends a browser's headers.
 */
import { setTimeout as sleep } from "node:timers/promises";

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** Retries while the server is busy, because 503 means that nothing was executed. */
export async function fetchWhenReady(url: string | URL, request: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, request);
    if (response.status !== 503) return response;
    await response.arrayBuffer();
    await sleep(200);
  }
}

/** Fields of a form; a field with several choices is a list. */
interface Fields {
  readonly [name: string]: string | readonly string[];
}

/** A form on a page: its target, and the fields that it would submit. */
export interface Form {
  readonly action: string;
  readonly fields: { readonly [name: string]: string };
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of its redirect; null if there is none. */
  readonly location: string | null;
}

const ENTITIES: { readonly [entity: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescape = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
const attribute = (tag: string, name: string): string | undefined => {
  const text = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return text === undefined ? undefined : unescape(text);
};

/** The session, as the page's scripts read it. */
interface Session {
  readonly person: { readonly id: number; readonly name: string | null; readonly email: string | null } | null;
  readonly csrf_token: string | null;
}

interface HttpResponse<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

interface PageRequest {
  readonly method: string;
  readonly body?: URLSearchParams | string;
  readonly headers?: { readonly [name: string]: string };
}

export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, Cookie>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The value of a cookie that the browser would send. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  /** Plants a cookie, as an attacker could. */
  plant(name: string, value: string, path = "/"): void {
    this.#cookies.set(name, { value, path });
  }

  /** The `Cookie` header of a request to a path. */
  cookiesFor(path: string): string {
    const sentCookies = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return sentCookies.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }

  get(url: string): Promise<Page> {
    return this.#request(url, { method: "GET" });
  }

  /** Sends a form, with a browser's `Origin` header. */
  post(url: string, fields: Fields, origin = this.#origin): Promise<Page> {
    const pairs = Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    return this.#request(url, { method: "POST", body: new URLSearchParams(pairs), headers: { origin } });
  }

  /** Sends a request from the page's scripts under `/account/visitor`, with the session's CSRF token. */
  async sendAsVisitor<Body>(method: string, path: string, body?: object): Promise<HttpResponse<Body>> {
    const csrf = method === "GET" ? null : (await this.#session()).csrf_token;
    const { status, text } = await this.#request(`/account/visitor${path}`, {
      method,
      headers: {
        accept: "*/*",
        ...(csrf === null ? {} : { "x-csrf-token": csrf }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status, text, body: (text === "" ? null : JSON.parse(text)) as Body };
  }

  /** The person who is signed in, or null. */
  person = async (): Promise<Session["person"]> => (await this.#session()).person;

  #session = async (): Promise<Session> => (await this.sendAsVisitor<Session>("GET", "")).body;

  /** Fills in and submits the form on a page whose target is `action`. */
  submit(page: Page, action: string, fields: Fields = {}): Promise<Page> {
    const form = formsOf(page).find((form) => new URL(form.action, page.url).pathname === action);
    if (form === undefined) throw new Error(`no form to ${action} on ${page.url}: ${page.text}`);
    return this.post(new URL(form.action, page.url).href, { ...form.fields, ...fields });
  }

  /** Follows redirects within this site; returns the last page, which may redirect elsewhere. */
  async follow(page: Page): Promise<Page> {
    let currentPage = page;
    for (let steps = 0; currentPage.location !== null && currentPage.location.startsWith(this.#origin); steps++) {
      if (steps > 20) throw new Error(`redirect loop: ${currentPage.location}`);
      currentPage = await this.get(currentPage.location);
    }
    return currentPage;
  }

  async #request(url: string, { headers, ...init }: PageRequest): Promise<Page> {
    const target = new URL(url, this.#origin);
    const response = await fetchWhenReady(target, {
      ...init,
      redirect: "manual",
      headers: { accept: "text/html", ...headers, cookie: this.cookiesFor(target.pathname) },
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line, target.pathname);
    const location = response.headers.get("location");
    return {
      url: target.href,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, target).href,
    };
  }

  #storeCookie(line: string, path: string): void {
    const [pair = "", ...attributes] = line.split(/; */);
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    const attributeValues = Object.fromEntries(
      attributes.map((attribute) => {
        const [attributeName = "", attributeValue = ""] = attribute.split("=", 2);
        return [attributeName.toLowerCase(), attributeValue];
      }),
    );
    const isExpired =
      value === "" || (attributeValues["expires"] !== undefined && new Date(attributeValues["expires"]) < new Date());
    if (isExpired) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path: attributeValues["path"] ?? path });
  }
}

export function formsOf({ text }: Page): readonly Form[] {
  return [...text.matchAll(/<form\s[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<input\s[^>]*>/g)].filter(([tag]) => attribute(tag, "type") === "hidden");
    return {
      action: attribute(form, "action") ?? "",
      fields: Object.fromEntries(inputs.map(([tag]) => [attribute(tag, "name"), attribute(tag, "value") ?? ""])),
    };
  });
}
