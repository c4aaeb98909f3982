/**
 * Sessions of our own pages, which are sessions of the OpenID provider in an HTTP-only cookie. A second cookie
 * identifies the browser's owner from sign-in to sign-out, whether or not the session is still valid: it lets a page
 * distinguish an expired session from a sign-out.
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { isTrustworthy } from "../http/loopback.ts";

export const SESSION_COOKIE = "etesian_session";
export const SESSION_SECONDS = 14 * 86_400;

export const OWNER_COOKIE = "etesian_owner";
const OWNER_MS = 365 * 86_400_000;
const OWNER = new RegExp(`(?:^|; )${OWNER_COOKIE}=([1-9]\\d{0,15})(?:;|$)`);

/** Makes the browser delete its data for this origin: caches, storage, service workers. */
export const CLEAR_SITE_DATA = { name: "clear-site-data", value: '"cache", "storage"' } as const;

const ID = new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]{21,64})(?:;|$)`);

/** Session ID of a request; null when there is none. */
export const sessionId = ({ headers }: FastifyRequest): string | null => ID.exec(headers.cookie ?? "")?.[1] ?? null;

/**
 * ID of the person who last signed in to this browser and did not sign out; null when there is none. Advisory: a
 * browser can send any ID, and it only affects its own storage.
 */
export function ownerOf({ headers }: Pick<FastifyRequest, "headers">): number | null {
  const owner = OWNER.exec(headers.cookie ?? "")?.[1];
  return owner === undefined ? null : Number(owner);
}

/** CSRF token: sent with changes by forms and scripts of our own pages, and unknown to other pages. */
export const csrfToken = (session: string): string => hash("sha256", `csrf ${session}`, "base64url");

export function isCsrfToken(session: string, token: unknown): boolean {
  const [a, b] = [csrfToken(session), typeof token === "string" ? token : ""].map((text) =>
    hash("sha256", text, "buffer"),
  );
  return timingSafeEqual(a!, b!);
}

/**
 * Signs a person in with a new session ID, so that a previously known ID is useless.
 * @returns the new session ID
 */
export async function startSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  person: number,
): Promise<string> {
  const { cookies, session: previousSession } = await sessionContext(provider, request, reply);
  await previousSession.destroy();
  const session = new provider.Session();
  session.loginAccount({ accountId: String(person) });
  await session.save(SESSION_SECONDS);
  cookies.set(SESSION_COOKIE, session.jti, {
    httpOnly: true,
    sameSite: "lax",
    signed: true,
    maxAge: SESSION_SECONDS * 1000,
  });
  setOwnerCookie(person, cookies, request, reply);
  return session.jti;
}

/** Makes a person who signed in at a client's request the browser's owner; the provider starts the session. */
export async function setBrowserOwner(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  person: number,
): Promise<void> {
  setOwnerCookie(person, (await sessionContext(provider, request, reply)).cookies, request, reply);
}

/** Makes a person the browser's owner, and deletes another owner's data. */
function setOwnerCookie(person: number, cookies: Cookies, request: FastifyRequest, reply: FastifyReply): void {
  const owner = ownerOf(request);
  if (owner !== null && owner !== person) clearSiteData(request, reply);
  cookies.set(OWNER_COOKIE, String(person), { httpOnly: true, sameSite: "lax", signed: false, maxAge: OWNER_MS });
}

/** Sets the owner cookie for sessions that started without it. */
export function recordOwner(request: FastifyRequest, reply: FastifyReply, person: number): void {
  if (ownerOf(request) === person) return;
  const secure = request.protocol === "https" ? "; secure" : "";
  void reply.header(
    "set-cookie",
    `${OWNER_COOKIE}=${person}; path=/; max-age=${OWNER_MS / 1000}; samesite=lax; httponly${secure}`,
  );
}

/** Browsers ignore the header on plain http and log an error, so there the page deletes its data at the next load. */
function clearSiteData({ protocol, hostname }: FastifyRequest, reply: FastifyReply): void {
  if (isTrustworthy({ isHttps: protocol === "https", hostname }))
    void reply.header(CLEAR_SITE_DATA.name, CLEAR_SITE_DATA.value);
}

/**
 * Signs the caller out of this server and of clients that they signed in to from it, except for sign-ins with offline
 * access.
 */
export async function endSession(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { cookies, session } = await sessionContext(provider, request, reply);
  for (const { grantId, persistsLogout } of Object.values(session.authorizations ?? {})) {
    if (grantId === undefined || persistsLogout === true) continue;
    await provider.AccessToken.revokeByGrantId(grantId);
    await (await provider.Grant.find(grantId))?.destroy();
  }
  await session.destroy();
  cookies.set(SESSION_COOKIE, null, { signed: true });
  cookies.set(OWNER_COOKIE, null, { signed: false });
  clearSiteData(request, reply);
}

// Short-lived signed cookies, restricted to one path.
const STATE_COOKIE = "etesian_away";
const STATE_COOKIE_OPTIONS = { httpOnly: true, sameSite: "lax", signed: true, path: "/sign-in/with" } as const;
const STATE_COOKIE_MS = 15 * 60_000;

/** Sets the state cookie of a sign-in with another issuer. */
export async function setStateCookie(provider: Provider, request: FastifyRequest, reply: FastifyReply, state: string) {
  const { cookies } = await sessionContext(provider, request, reply);
  cookies.set(STATE_COOKIE, Buffer.from(state).toString("base64url"), {
    ...STATE_COOKIE_OPTIONS,
    maxAge: STATE_COOKIE_MS,
  });
}

/** Reads the state cookie and removes it; null when it is missing or not signed by us. */
export async function takeStateCookie(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { cookies } = await sessionContext(provider, request, reply);
  const encodedState = cookies.get(STATE_COOKIE, { signed: true });
  cookies.set(STATE_COOKIE, null, STATE_COOKIE_OPTIONS);
  return encodedState === undefined ? null : Buffer.from(encodedState, "base64url").toString();
}

type Cookies = ReturnType<Provider["createContext"]>["cookies"];

/** The provider's cookies and session of a request; the session is empty if there is none. */
async function sessionContext(provider: Provider, { raw, protocol }: FastifyRequest, reply: FastifyReply) {
  const context = provider.createContext(raw, reply.raw);
  context.cookies.secure = context.secure || protocol === "https";
  return { cookies: context.cookies, session: await provider.Session.get(context) };
}
