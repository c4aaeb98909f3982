/** Tests that errors are pages for browsers that open a URL, and JSON for all other clients. */
import { describe, expect, test } from "vitest";
import { gateway } from "../gateway.fixture.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

async function typeOf(url: string, headers: { readonly [name: string]: string }): Promise<unknown> {
  return (await (await gateway()).inject({ url, headers })).headers["content-type"];
}

describe.each(["/sign-up", "/account/nonsense", "/docs/nonsense", "/reset-password"])("%s", (url) => {
  test("a browser gets a page with the error and links", async () => {
    const { statusCode, headers, body } = await (await gateway()).inject({ url, headers: { accept: BROWSER } });
    expect([statusCode, headers["content-type"], headers["x-error-code"]]).toEqual([404, HTML, "no_such_route"]);
    expect(body).toContain("There is no page at this address");
    expect(body).toContain('href="/yours"');
  });

  test.each([
    ["nl-NL,nl;q=0.9,en;q=0.8", "nl", "Pagina niet gevonden"],
    ["de-DE,de;q=0.9,en;q=0.8", "en", "Page not found"],
  ])(
    "a browser with the languages %s gets a page in %s with a link to the start page",
    async (acceptLanguage, language, title) => {
      const headers = { accept: BROWSER, "accept-language": acceptLanguage };
      const { body } = await (await gateway()).inject({ url, headers });
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain(title);
      expect(body).toMatch(/<a class="button" href="\/">/);
    },
  );

  test.each([{}, { accept: "*/*" }, { accept: "application/json" }, { accept: "text/html;q=0.5, application/json" }])(
    "a program that sends %o gets JSON",
    async (headers) => {
      const response = await (await gateway()).inject({ url, headers });
      expect([response.headers["content-type"], response.json()]).toEqual([JSON_TYPE, { errors: ["Not Found"] }]);
      expect(response.headers["vary"]).toContain("accept");
    },
  );
});

describe("an API error", () => {
  const url = "/api/v3/nonsense";

  test("a browser that opens an API URL gets a page", async () => {
    expect(await typeOf(url, { accept: BROWSER, "sec-fetch-mode": "navigate" })).toBe(HTML);
    // Without TLS, browsers only send this header.
    expect(await typeOf(url, { accept: BROWSER, "upgrade-insecure-requests": "1" })).toBe(HTML);
  });

  test.each([
    ["a script on a page", { accept: "*/*", "sec-fetch-mode": "cors" }],
    ["Java's HttpURLConnection", { accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2" }],
    ["a frame's fetch of HTML", { accept: "text/html", "sec-fetch-mode": "cors" }],
    ["a program without Accept", {}],
  ])("%s gets JSON", async (_client, headers) => {
    expect(await typeOf(url, headers)).toBe(JSON_TYPE);
  });

  test("pages escape client input", async () => {
    const headers = { accept: BROWSER, "sec-fetch-mode": "navigate" };
    const { body } = await (await gateway()).inject({ url: "/api/v3/gqueries?labels[x]=<b>", headers });
    expect(body).not.toContain("<b>");
  });
});

test("scripts get JSON when the session is missing", async () => {
  const app = await gateway({ accounts: { introspect: async () => ({ principal: undefined }) } });
  const response = await app.inject({ url: "/account/session", headers: { accept: "*/*" } });
  expect([response.statusCode, response.headers["x-error-code"]]).toEqual([401, "unauthenticated"]);
});
