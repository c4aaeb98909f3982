/** Users for tests of the page: accounts are opened through the links in emails, which the server writes to files. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";

export interface TestUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 50;

/** The newest link to a path of the server in an email to an address. */
export async function mailedLink(data: string, email: string, path: string): Promise<string> {
  const mail = join(data, "mail");
  const link = new RegExp(`^http\\S+${path}\\S+$`, "m");
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(POLL_INTERVAL_MS)) {
    const emails = readdirSync(mail)
      .filter((name) => name.endsWith(".eml"))
      .toSorted()
      .map((name) =>
        readFileSync(join(mail, name), "utf8")
          .replaceAll(/=\r?\n/g, "")
          .replaceAll("=3D", "="),
      )
      .filter((text) => text.includes(`To: ${email}`))
      .flatMap((text) => link.exec(text)?.[0] ?? []);
    if (emails.length > 0) return emails.at(-1)!;
  }
  throw new Error(`no email to ${email} with a link to ${path}`);
}

export const SESSION_COOKIE = "etesian_session";

/** Opens an account with a password. Returns the value of the new session's cookie. */
export async function signUp(url: string, data: string, { email, password, name }: TestUser): Promise<string> {
  mkdirSync(join(data, "mail"), { recursive: true });
  await fetch(`${url}/sign-in/link`, { method: "POST", body: new URLSearchParams({ email }) });
  // A public URL may contain a name that only the browser resolves.
  const { pathname, search } = new URL(await mailedLink(data, email, "/sign-in/link/"));
  const response = await fetch(`${url}${pathname}${search}`, {
    method: "POST",
    body: new URLSearchParams({ name, password }),
    redirect: "manual",
  });
  const session = new RegExp(`^${SESSION_COOKIE}=([^;]+)`).exec(response.headers.get("set-cookie") ?? "")?.[1];
  if (session === undefined) throw new Error(`the account of ${email} was not opened: ${response.status}`);
  return session;
}
