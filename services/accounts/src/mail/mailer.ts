/**
 * Sends emails by SMTP, or writes them to files if no mail server is configured. The libraries are loaded when the
 * first email is sent, because most processes send none.
 */
import { mkdirSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SendMailOptions, Transporter } from "nodemailer";

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends messages. A message sent again with the same id (hexadecimal digits) reaches its recipient once. */
export interface Mailer {
  /** @throws MailError if the message could not be sent. */
  send(id: string, message: Message): Promise<void>;
  /** Deletes a message that was stored as a file. */
  delete(id: string): Promise<void>;
  close(): void;
}

/** An email could not be sent. The error's message names no person. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** Whether retries are pointless because the server rejects the email permanently. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

const TIMEOUT_MS = 20_000;

/** Sends through the server at a URL ("smtp://user:password@host:port"). */
export function smtpMailer(url: string, from: string): Mailer {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  let transporter: Promise<Transporter> | null = null;
  const open = async (): Promise<Transporter> => (await import("nodemailer")).createTransport({ url, ...limits });
  return {
    async send(id, message) {
      const transport = await (transporter ??= open());
      await transport.sendMail(messageOf(id, from, message)).catch((error: unknown) => {
        const { code = "", responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number };
        throw new MailError(`the mail server refused (${[code, responseCode].join(" ")})`, responseCode >= 500);
      });
    },
    delete: () => Promise.resolve(),
    close: () => void transporter?.then((transport) => transport.close()),
  };
}

/** Writes each email to a file, `ID.eml`, that mail programs can open, and passes its absolute path to `onWrite`. */
export function fileMailer(directory: string, from: string, onWrite: (file: string) => void = () => {}): Mailer {
  const pathOf = (id: string): string => join(resolve(directory), `${id}.eml`);
  return {
    async send(id, message) {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
      const { message: source } = await transport.sendMail(messageOf(id, from, message));
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      // Writes the file completely or not at all.
      const temporaryPath = `${pathOf(id)}.part`;
      await writeFile(temporaryPath, source as Buffer, { mode: 0o600 });
      await rename(temporaryPath, pathOf(id));
      onWrite(pathOf(id));
    },
    delete: (id) => rm(pathOf(id), { force: true }),
    close: () => {},
  };
}

const messageOf = (id: string, from: string, { to, subject, text }: Message): SendMailOptions => ({
  from,
  // Passed as one address, so that a list or display name in the text is not parsed.
  to: { name: "", address: to },
  subject,
  text,
  // A fixed domain, so that no host name is disclosed.
  messageId: `<${id}@etesian>`,
  headers: { "auto-submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});
