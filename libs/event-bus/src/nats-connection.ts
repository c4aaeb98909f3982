/** A connection to a NATS server with JetStream, and the streams of one system on it. */
import {
  jetstream,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { connect, type NatsConnection as Connection } from "@nats-io/transport-node";

const CONNECT_MS = 2_000;
/** A connection that misses two pings in a row is replaced: nothing else reveals a network that drops packets. */
const PING_MS = 4_000;

type StreamSettings = Partial<Omit<StreamInfo["config"], "name" | "storage">>;

interface OpenStream {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly stream: StreamInfo;
}

export class NatsConnection {
  readonly #server: URL;
  /** Prefix of subjects and stream names. */
  readonly namespace: string;
  readonly #replicas: number;
  #lost = new AbortController();
  #connection: Promise<Connection> | null = null;

  /**
   * `url` is "nats://host:port", or "nats://host:port/namespace" if several systems share a server. In a cluster,
   * "?replicas=3" sets how many servers store each message.
   */
  constructor(url: string) {
    this.#server = new URL(url);
    this.namespace = this.#server.pathname.slice(1) || "etesian";
    if (!/^\w{1,64}$/.test(this.namespace)) {
      throw new RangeError(
        `bus at ${this.#server.host}: the namespace is "${this.namespace}", expected letters, digits and _`,
      );
    }
    const replicas = this.#server.searchParams.get("replicas") ?? "1";
    if (!/^[1-5]$/.test(replicas)) {
      throw new RangeError(`bus at ${this.#server.host}: replicas is "${replicas}", expected 1 to 5`);
    }
    this.#replicas = Number(replicas);
  }

  /** Aborts when the current connection is lost, even if it recovers. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Connects and ensures that a stream exists with the given settings. */
  async open(name: string, settings: StreamSettings): Promise<OpenStream> {
    const connection = await this.#connect();
    const manager = await jetstreamManager(connection);
    const expectedSettings = { ...settings, num_replicas: this.#replicas };
    let stream = await manager.streams.info(name).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
      throw error;
    });
    if (stream === null) stream = await manager.streams.add({ name, storage: StorageType.File, ...expectedSettings });
    else if (!hasSettings(stream, expectedSettings)) stream = await manager.streams.update(name, expectedSettings);
    return { client: jetstream(connection), manager, stream };
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  /** Opens a connection, which reconnects automatically; opens another one if it was closed permanently. */
  async #connect(): Promise<Connection> {
    const opening = (this.#connection ??= this.#open());
    const connection = await opening.catch(() => null);
    if (connection !== null && !connection.isClosed()) return connection;
    if (this.#connection === opening) this.#connection = null;
    return connection === null ? opening : this.#connect();
  }

  async #open(): Promise<Connection> {
    const connection = await connect({
      servers: this.#server.host,
      ...(this.#server.username === "" ? {} : credentialsOf(this.#server)),
      name: "etesian",
      timeout: CONNECT_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
    });
    void this.#watch(connection);
    return connection;
  }

  async #watch(connection: Connection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type !== "disconnect" && type !== "close") continue;
      this.#lost.abort();
      this.#lost = new AbortController();
    }
  }
}

/** The user and password of a URL, decoded. */
const credentialsOf = ({ username, password }: URL): { readonly user: string; readonly pass: string } => ({
  user: decodeURIComponent(username),
  pass: decodeURIComponent(password),
});

/** Whether a stream on the server has these settings. */
const hasSettings = ({ config }: StreamInfo, settings: Partial<StreamInfo["config"]>): boolean =>
  Object.entries(settings).every(
    ([key, value]) => JSON.stringify(config[key as keyof StreamInfo["config"]]) === JSON.stringify(value),
  );
