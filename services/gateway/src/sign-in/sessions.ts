/** Sessions of our own pages: those of the OpenID provider, in a cookie that scripts cannot read. */
import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";

export const SESSION_COOKIE = "etesian_session";
export const SESSION_SECONDS = 14 * 86_400;

const ID = new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]{21,64})(?:;|$)`);

/** Id of the session of a request; null when it has none. */
export const sessionId = ({ headers }: FastifyRequest): string | null => ID.exec(headers.cookie ?? "")?.[1] ?? null;

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
  return session.jti;
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

/** The provider's view of a request: its cookies, and its session, which is an empty one where there is none. */
async function around(provider: Provider, { raw, protocol }: FastifyRequest, reply: FastifyReply) {
  const context = provider.createContext(raw, reply.raw);
  context.cookies.secure = context.secure || protocol === "https";
  return { cookies: context.cookies, session: await provider.Session.get(context) };
}
