/**
 * Sessions of our own pages: those of the OpenID provider, in a cookie that scripts cannot read. A second cookie names the owner of
 * the browser, from sign-in to sign-out, whether or not the session is still valid: by it a page tells an expired session from a
 * sign-out.
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

/** Has the browser delete what it keeps of this origin: caches, storage, service workers. */
export const CLEAR_SITE_DATA = { name: "clear-site-data", value: '"cache", "storage"' } as const;

const ID = new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]{21,64})(?:;|$)`);

/** Id of the session of a request; null when it has none. */
export const sessionId = ({ headers }: FastifyRequest): string | null => ID.exec(headers.cookie ?? "")?.[1] ?? null;

/**
 * Number of the person who signed in to this browser last, and did not sign out; null: none. Advisory: a browser can send any number,
 * and decides by it about its own storage alone.
 */
export function ownerOf({ headers }: Pick<FastifyRequest, "headers">): number | null {
  const owner = OWNER.exec(headers.cookie ?? "")?.[1];
  return owner === undefined ? null : Number(owner);
}

/** CSRF token: forms and scripts of our own pages send it with a change, and others cannot know it. */
export const csrfToken = (session: string): string => hash("sha256", `csrf ${session}`, "base64url");

export function isCsrfToken(session: string, shown: unknown): boolean {
  const [a, b] = [csrfToken(session), typeof shown === "string" ? shown : ""].map((text) =>
    hash("sha256", text, "buffer"),
  );
  return timingSafeEqual(a!, b!);
}

/**
 * Signs a person in under a new session id, so that an id known before is useless.
 * @returns the new id
 */
export async function beginSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  person: number,
): Promise<string> {
  const { cookies, session: before } = await around(provider, request, reply);
  await before.destroy();
  const session = new provider.Session();
  session.loginAccount({ accountId: String(person) });
  await session.save(SESSION_SECONDS);
  cookies.set(SESSION_COOKIE, session.jti, {
    httpOnly: true,
    sameSite: "lax",
    signed: true,
    maxAge: SESSION_SECONDS * 1000,
  });
  giveTo(person, cookies, request, reply);
  return session.jti;
}

/** A person signs in at the request of a program: the browser is theirs, and the provider begins the session. */
export async function giveBrowser(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  person: number,
): Promise<void> {
  giveTo(person, (await around(provider, request, reply)).cookies, request, reply);
}

/** Makes a person the owner of the browser, which deletes the data of another owner. */
function giveTo(person: number, cookies: Cookies, request: FastifyRequest, reply: FastifyReply): void {
  const owner = ownerOf(request);
  if (owner !== null && owner !== person) clearSiteData(request, reply);
  cookies.set(OWNER_COOKIE, String(person), { httpOnly: true, sameSite: "lax", signed: false, maxAge: OWNER_MS });
}

/** Notes the person of a session as the owner, for sessions that began without it. */
export function noteOwner(request: FastifyRequest, reply: FastifyReply, person: number): void {
  if (ownerOf(request) === person) return;
  const secure = request.protocol === "https" ? "; secure" : "";
  void reply.header(
    "set-cookie",
    `${OWNER_COOKIE}=${person}; path=/; max-age=${OWNER_MS / 1000}; samesite=lax; httponly${secure}`,
  );
}

/** On plain http browsers refuse the header, and note an error; there the page itself deletes at its next load. */
function clearSiteData({ protocol, hostname }: FastifyRequest, reply: FastifyReply): void {
  if (isTrustworthy({ isHttps: protocol === "https", hostname }))
    void reply.header(CLEAR_SITE_DATA.name, CLEAR_SITE_DATA.value);
}

/**
 * Signs the caller out, here and in the programs that they signed in to from here, except where that sign-in was to
 * last longer.
 */
export async function endSession(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { cookies, session } = await around(provider, request, reply);
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

/** Short-lived cookies: restricted to one path, and signed. */
const AWAY_COOKIE = "etesian_away";
const AWAY = { httpOnly: true, sameSite: "lax", signed: true, path: "/sign-in/with" } as const;
const AWAY_MS = 15 * 60_000;

/** Sets the state cookie of a sign-in with another issuer. */
export async function keepAway(provider: Provider, request: FastifyRequest, reply: FastifyReply, away: string) {
  const { cookies } = await around(provider, request, reply);
  cookies.set(AWAY_COOKIE, Buffer.from(away).toString("base64url"), { ...AWAY, maxAge: AWAY_MS });
}

/** Reads such a cookie and removes it; null: none of ours. */
export async function takeAway(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { cookies } = await around(provider, request, reply);
  const kept = cookies.get(AWAY_COOKIE, { signed: true });
  cookies.set(AWAY_COOKIE, null, AWAY);
  return kept === undefined ? null : Buffer.from(kept, "base64url").toString();
}

type Cookies = ReturnType<Provider["createContext"]>["cookies"];

/** The provider's view of a request: its cookies, and its session, which is an empty one where there is none. */
async function around(provider: Provider, { raw, protocol }: FastifyRequest, reply: FastifyReply) {
  const context = provider.createContext(raw, reply.raw);
  context.cookies.secure = context.secure || protocol === "https";
  return { cookies: context.cookies, session: await provider.Session.get(context) };
}
