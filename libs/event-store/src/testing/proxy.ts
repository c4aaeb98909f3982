/**
 * A network between a client and a server that can drop all messages, silence one connection from a given message on,
 * or cut connections.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export class Proxy {
  readonly #server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isDropping = false;
  /** Messages until a connection is silenced; null for never. */
  #remainingMessages: number | null = null;
  #onDropped: () => void = () => {};

  private constructor(host: string, port: number) {
    this.#server = createServer((client) => {
      const server = connect(port, host);
      const pair = [client, server] as const;
      this.#pairs.add(pair);
      let isLost = false;
      const forward = (from: Socket, to: Socket): void => {
        from.on("data", (data) => {
          if (this.#isLast()) isLost = true;
          if (!this.#isDropping && !isLost) to.write(data);
        });
        from.on("close", () => {
          this.#pairs.delete(pair);
          // A dropping proxy also hides the end of a connection.
          if (!this.#isDropping && !isLost) to.destroy();
        });
        from.on("error", () => {});
      };
      forward(client, server);
      forward(server, client);
    });
  }

  /** Starts a proxy in front of a URL's server. */
  static async inFrontOf(url: string): Promise<{ readonly proxy: Proxy; readonly url: string }> {
    const proxyUrl = new URL(url);
    const proxy = new Proxy(proxyUrl.hostname, Number(proxyUrl.port));
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    proxyUrl.hostname = "127.0.0.1";
    proxyUrl.port = String((proxy.#server.address() as AddressInfo).port);
    return { proxy, url: proxyUrl.href };
  }

  /** Starts or stops dropping all messages without closing connections; dropped messages stay lost. */
  setDropping(isDropping: boolean): void {
    this.#isDropping = isDropping;
  }

  /**
   * Drops the message with this number, counted from now over all connections in both directions, and all later ones of
   * its connection. The connection stays open. Resolves once the first message is dropped.
   */
  dropFrom(message: number): Promise<void> {
    this.#remainingMessages = message;
    return new Promise((resolve) => (this.#onDropped = resolve));
  }

  #isLast(): boolean {
    if (this.#remainingMessages === null || --this.#remainingMessages > 0) return false;
    this.#remainingMessages = null;
    this.#onDropped();
    return true;
  }

  /** Closes all connections immediately; returns their number. */
  cut(): number {
    const { size } = this.#pairs;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    return size;
  }

  async close(): Promise<void> {
    this.#isDropping = false;
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
