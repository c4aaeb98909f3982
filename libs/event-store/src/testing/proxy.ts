/** A network between a client and a server that can swallow everything, or one connection from some message on, or cut them. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export class Proxy {
  readonly #server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #swallows = false;
  /** Messages until a connection is lost; null when none is to be. */
  #left: number | null = null;
  #lost: () => void = () => {};

  private constructor(host: string, port: number) {
    this.#server = createServer((client) => {
      const server = connect(port, host);
      const pair = [client, server] as const;
      this.#pairs.add(pair);
      let isLost = false;
      const pass = (from: Socket, to: Socket): void => {
        from.on("data", (data) => {
          if (this.#isLast()) isLost = true;
          if (!this.#swallows && !isLost) to.write(data);
        });
        from.on("close", () => {
          this.#pairs.delete(pair);
          // A swallowing proxy hides the end of a connection, too.
          if (!this.#swallows && !isLost) to.destroy();
        });
        from.on("error", () => {});
      };
      pass(client, server);
      pass(server, client);
    });
  }

  /** In front of the server of a URL. */
  static async before(url: string): Promise<{ readonly proxy: Proxy; readonly url: string }> {
    const through = new URL(url);
    const proxy = new Proxy(through.hostname, Number(through.port));
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    through.hostname = "127.0.0.1";
    through.port = String((proxy.#server.address() as AddressInfo).port);
    return { proxy, url: through.href };
  }

  /** From now on nothing arrives, and no end is notified; messages swallowed by then stay lost. */
  swallow(swallows: boolean): void {
    this.#swallows = swallows;
  }

  /**
   * Swallows the message with this number, counted from now on over all connections and both directions, and all later
   * ones of its connection. No end is notified. Resolves when that has happened.
   */
  swallowFrom(message: number): Promise<void> {
    this.#left = message;
    return new Promise((resolve) => (this.#lost = resolve));
  }

  #isLast(): boolean {
    if (this.#left === null || --this.#left > 0) return false;
    this.#left = null;
    this.#lost();
    return true;
  }

  /** Ends all connections at once; how many that were. */
  cut(): number {
    const { size } = this.#pairs;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    return size;
  }

  async close(): Promise<void> {
    this.#swallows = false;
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
