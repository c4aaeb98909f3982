/**
 * A server within this process that implements the part of EventStoreDB's protocol used by the adapter, with the
 * client's message definitions. Events are in memory, and there is a single node without access control. It handles
 * appends with an expected revision, including repeated and large ones, like EventStoreDB 23.10. Tests can make it
 * lose a response, delay responses, or read like a lagging node.
 */
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status as codes,
} from "@grpc/grpc-js";
import featuresService from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import features from "@eventstore/db-client/generated/serverfeatures_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import status from "@eventstore/db-client/generated/status_pb.js";
import streamsService from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streams, {
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  type DeleteResp,
  type ReadReq,
  type ReadResp,
} from "@eventstore/db-client/generated/streams_pb.js";

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly facts: ReadonlyMap<string, string>;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Position of the append in the log, and of the event in it. */
  readonly commit: number;
  readonly prepare: number;
}

type Proposed = Pick<StoredEvent, "id" | "facts" | "data" | "metadata">;

/** An append whose events arrive in one or several requests. */
interface Append {
  readonly stream: string;
  /** Expected revision of the stream's last event, -1 for no stream; null for any. */
  readonly wanted: number | null;
  readonly proposed: Proposed[];
}

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

const LOOPBACK = "127.0.0.1";
/** Ticks of 100 ns, as the server counts them. */
const TICKS = 10_000;
/** Maximum bytes of types, data and metadata in an append (`MaxAppendSize`). */
const MAX_APPEND_SIZE = 1024 * 1024;

export class EventStoreDbProtocolServer {
  #server: Server | null = null;
  #port = 0;
  readonly #log: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #followers = new Set<() => void>();
  /** Open append calls of clients. */
  readonly #calls = new Set<Call>();
  #losing: { readonly to: string; readonly when: "before" | "after" } | null = null;
  #released: Promise<void> = Promise.resolve();
  #readable: Promise<void> = Promise.resolve();
  /** Number of delayed reads. */
  heldReads = 0;
  /** The stream whose next read misses the latest event, once it has been appended. */
  #behind: { readonly stream: string; isNext: boolean } | null = null;

  /** Number of log reads, and of events returned. */
  logReads = 0;
  eventsRead = 0;
  /** Number of appends whose last request has arrived. */
  appendsReceived = 0;

  get url(): string {
    return `esdb://${LOOPBACK}:${this.#port}?tls=false&keepAliveInterval=-1`;
  }

  /** Starts on its previous port. */
  async start(): Promise<void> {
    const server = new Server({ "grpc.max_receive_message_length": -1 });
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<features.SupportedMethods>) =>
        answer(null, supportedMethods()),
    });
    server.addService(streamsService.StreamsService, {
      batchAppend: (call: Call) => this.#appends(call),
      delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) => {
        this.#streams.delete(nameOf(call.request.getOptions()!.getStreamIdentifier()!));
        const deleted = new streams.DeleteResp();
        deleted.setNoPosition(new shared.Empty());
        answer(null, deleted);
      },
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => void this.#read(call),
    });
    this.#port = await new Promise((resolve, reject) => {
      server.bindAsync(`${LOOPBACK}:${this.#port}`, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.#server = server;
  }

  /** Closes all connections; stored events stay. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = null;
    this.#calls.clear();
  }

  /** Breaks the connection at the next append to a stream with this prefix, before or after its events are stored. */
  dropResponse(to: string, when: "before" | "after"): void {
    this.#losing = { to, when };
  }

  /** Delays responses to appends until the returned function is called; their events are stored at once. */
  delayResponses(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#released = promise;
    return resolve;
  }

  /** Delays reads until the returned function is called. */
  delayReads(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#readable = promise;
    return resolve;
  }

  /** After the next append to a stream, the first read of it misses the latest event, as on a lagging node. */
  lagBehind(stream: string): void {
    this.#behind = { stream, isNext: false };
  }

  /** Number of events in streams whose name matches. */
  count(name: RegExp): number {
    return this.#log.filter(({ stream }) => name.test(stream)).length;
  }

  /** Names of matching streams. */
  streams(name: RegExp): readonly string[] {
    return [...this.#streams.keys()].filter((each) => name.test(each)).sort();
  }

  /** Deletes matching streams. */
  deleteStreams(name: RegExp): void {
    for (const stream of this.streams(name)) this.#streams.delete(stream);
  }

  #appends(call: Call): void {
    this.#calls.add(call);
    const underWay = new Map<string, Append>();
    call.on("data", (request: BatchAppendReq) => {
      const id = request.getCorrelationId()!;
      const options = request.getOptions();
      if (options !== undefined) {
        const stream = nameOf(options.getStreamIdentifier()!);
        const wanted = options.hasStreamPosition()
          ? Number(options.getStreamPosition())
          : options.hasNoStream()
            ? -1
            : null;
        underWay.set(idOf(id), { stream, wanted, proposed: [] });
      }
      const append = underWay.get(idOf(id))!;
      for (const message of request.getProposedMessagesList()) {
        append.proposed.push({
          id: message.getId()!.getString(),
          facts: new Map(message.getMetadataMap().toObject()),
          data: message.getData_asU8(),
          metadata: message.getCustomMetadata_asU8(),
        });
      }
      if (!request.getIsFinal()) return;
      this.appendsReceived += 1;
      underWay.delete(idOf(id));
      this.#answer(call, append, id);
    });
    call.on("error", () => this.#calls.delete(call));
    call.on("end", () => call.end());
    call.on("close", () => this.#calls.delete(call));
  }

  #answer(call: Call, append: Append, id: shared.UUID): void {
    const lost = this.#losing !== null && append.stream.startsWith(this.#losing.to) ? this.#losing.when : null;
    if (lost !== null) this.#losing = null;
    const response = lost === "before" ? null : this.#append(append);
    if (lost !== null) {
      call.emit("error", { code: codes.UNAVAILABLE, details: "the server goes away" });
      return;
    }
    response!.setCorrelationId(id);
    response!.setStreamIdentifier(identifierOf(append.stream));
    void this.#released.then(() => call.write(response!));
  }

  #append({ stream, wanted, proposed }: Append): BatchAppendResp {
    const size = proposed.reduce(
      (sum, { facts, data, metadata }) => sum + 2 * facts.get("type")!.length + data.length + metadata.length,
      0,
    );
    if (size > MAX_APPEND_SIZE) return tooLarge();
    const present = this.#streams.get(stream) ?? [];
    const last = present.length - 1;
    const after = wanted ?? last;
    // A repeated append was stored already.
    const isRepeated = proposed.every(({ id }, index) => present[after + 1 + index]?.id === id);
    if (!isRepeated && after !== last) return wrongVersion(last, after);
    if (!isRepeated) {
      const commit = this.#log.length + proposed.length;
      for (const [index, event] of proposed.entries()) {
        const created = String(Date.now() * TICKS);
        const kept = {
          ...event,
          facts: new Map([...event.facts, ["created", created]]),
          stream,
          revision: last + 1 + index,
          commit,
          prepare: this.#log.length + 1,
        };
        present.push(kept);
        this.#log.push(kept);
      }
      this.#streams.set(stream, present);
      if (this.#behind?.stream === stream) this.#behind.isNext = true;
      for (const notify of this.#followers) notify();
    }
    const end = present[after + proposed.length]!;
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(end.revision));
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(end.commit));
    position.setPreparePosition(String(end.prepare));
    success.setPosition(position);
    const response = new streams.BatchAppendResp();
    response.setSuccess(success);
    return response;
  }

  async #read(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    this.heldReads += 1;
    await this.#readable;
    this.heldReads -= 1;
    const options = call.request.getOptions()!;
    const isForwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;
    const stream = options.getStream();
    const name = stream === undefined ? null : nameOf(stream.getStreamIdentifier()!);
    const source = name === null ? this.#log : this.#stream(name);
    if (source === undefined) {
      const notFound = new streams.ReadResp.StreamNotFound();
      notFound.setStreamIdentifier(identifierOf(name!));
      const response = new streams.ReadResp();
      response.setStreamNotFound(notFound);
      call.write(response);
      call.end();
      return;
    }
    if (options.hasSubscription()) return this.#follow(call, options);
    if (name === null) this.logReads += 1;
    const all = options.getAll();
    const position = all?.getPosition();
    const isAfter = (event: StoredEvent): boolean => {
      if (position !== undefined) return comparePlaces(event, position) * (isForwards ? 1 : -1) >= 0;
      if (stream?.hasRevision() === true)
        return isForwards
          ? event.revision >= Number(stream.getRevision())
          : event.revision <= Number(stream.getRevision());
      return true;
    };
    const isSelected = filterOf(options);
    const chosen = source.filter((event) => isAfter(event) && isSelected(event.stream));
    const ordered = isForwards ? chosen : chosen.toReversed();
    for (const event of ordered.slice(0, Number(options.getCount()))) {
      if (call.cancelled) return;
      this.eventsRead += 1;
      if (!call.write(eventMessage(event))) await new Promise((resolve) => call.once("drain", resolve));
    }
    call.end();
  }

  /** The events of a stream, as seen by a node. */
  #stream(name: string): readonly StoredEvent[] | undefined {
    const events = this.#streams.get(name);
    if (events === undefined || this.#behind?.stream !== name || !this.#behind.isNext) return events;
    this.#behind = null;
    const early = events.slice(0, -1);
    return early.length === 0 ? undefined : early;
  }

  #follow(call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options): void {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId("subscription");
    const response = new streams.ReadResp();
    response.setConfirmation(confirmation);
    call.write(response);
    const isSelected = filterOf(options);
    const position = options.getAll()?.getPosition();
    let next = position === undefined ? 0 : this.#log.findLastIndex((event) => comparePlaces(event, position) <= 0) + 1;
    const notify = (): void => {
      for (; next < this.#log.length; next++) {
        const event = this.#log[next]!;
        if (isSelected(event.stream)) call.write(eventMessage(event));
      }
    };
    this.#followers.add(notify);
    call.on("cancelled", () => this.#followers.delete(notify));
    call.on("close", () => this.#followers.delete(notify));
    notify();
  }
}

const nameOf = (identifier: shared.StreamIdentifier): string => Buffer.from(identifier.getStreamName_asU8()).toString();

function identifierOf(name: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString("base64"));
  return identifier;
}

const comparePlaces = ({ commit, prepare }: StoredEvent, other: ReadReq.Options.Position): number =>
  commit - Number(other.getCommitPosition()) || prepare - Number(other.getPreparePosition());

function eventMessage({ id, stream, revision, facts, data, metadata, commit, prepare }: StoredEvent): ReadResp {
  const uuid = new shared.UUID();
  uuid.setString(id);
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event.setId(uuid);
  event.setStreamIdentifier(identifierOf(stream));
  event.setStreamRevision(String(revision));
  event.setCommitPosition(String(commit));
  event.setPreparePosition(String(prepare));
  for (const [name, value] of facts) event.getMetadataMap().set(name, value);
  event.setData(data);
  event.setCustomMetadata(metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(commit));
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

const idOf = (uuid: shared.UUID): string =>
  uuid.hasString()
    ? uuid.getString()
    : `${uuid.getStructured()!.getMostSignificantBits()} ${uuid.getStructured()!.getLeastSignificantBits()}`;

function supportedMethods(): features.SupportedMethods {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion("23.10.7");
  const method = new features.SupportedMethod();
  method.setServiceName("event_store.client.streams.streams");
  method.setMethodName("batchappend");
  methods.addMethods(method);
  return methods;
}

function wrongVersion(last: number, expected: number): BatchAppendResp {
  const wrong = new shared.WrongExpectedVersion();
  if (last < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(last));
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return refused("WrongExpectedVersion", wrong.serializeBinary());
}

function tooLarge(): BatchAppendResp {
  const exceeded = new shared.MaximumAppendSizeExceeded();
  exceeded.setMaxappendsize(MAX_APPEND_SIZE);
  return refused("MaximumAppendSizeExceeded", exceeded.serializeBinary());
}

/** An error response with details. */
function refused(name: string, details: Uint8Array): BatchAppendResp {
  const any = Buffer.concat([
    field(1, Buffer.from(`type.googleapis.com/event_store.client.${name}`)),
    field(2, details),
  ]);
  const response = new streams.BatchAppendResp();
  response.setError(status.Status.deserializeBinary(Buffer.concat([field(2, Buffer.from(name)), field(3, any)])));
  return response;
}

/** A field of fewer than 128 bytes, for which the client's generated messages have no setter. */
const field = (number: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);

/** The filter of a request: by name prefix or by pattern. */
function filterOf(options: ReadReq.Options): (stream: string) => boolean {
  const filter = options.getFilter()?.getStreamIdentifier();
  const prefixes = filter?.getPrefixList() ?? [];
  const pattern = new RegExp(filter?.getRegex() ?? "");
  return prefixes.length > 0
    ? (stream) => prefixes.some((prefix) => stream.startsWith(prefix))
    : (stream) => pattern.test(stream);
}
