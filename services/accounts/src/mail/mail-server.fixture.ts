/** A mail server for tests, which stores the messages that it receives. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedEmail {
  readonly to: string;
  /** The raw message, headers included. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly receivedEmails: readonly ReceivedEmail[];
  /** Refuses all emails with this code, temporarily or permanently. */
  refuseWith(code: number | null): void;
  /** Resolves once `count` emails have arrived. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const receivedEmails: ReceivedEmail[] = [];
  let waiters: (() => void)[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      done(refusal === null ? null : Object.assign(new Error("not now"), { responseCode: refusal }));
    },
    onData(stream, { envelope }, done) {
      let source = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => (source += chunk));
      stream.once("end", () => {
        receivedEmails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), source });
        done();
        for (const check of waiters) check();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedEmails,
    refuseWith: (code) => void (refusal = code),
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (receivedEmails.length < count) return;
          waiters = waiters.filter((other) => other !== check);
          resolve();
        };
        waiters.push(check);
        check();
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
