/**
 * A server within this process that implements the part of EventStoreDB's protocol used by the adapter, with the
 * client's message definitions. Events are in memory, and there is a single node without access control. It handles
 * appends with an expected revision, including repeated and large ones, as EventStoreDB 23.10 does. Tests can make it
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
  /** Position of the append in the log, and of the event in the append. */
  readonly commit: number;
  readonly prepare: number;
}

type ProposedEvent = Pick<StoredEvent, "id" | "facts" | "data" | "metadata">;

/** An append whose events arrive in one or several requests. */
interface Append {
  readonly stream: string;
  /** Expected revision of the stream's last event, -1 for no stream; null for any. */
  readonly expectedRevision: number | null;
  readonly events: ProposedEvent[];
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
  #responseLoss: { readonly prefix: string; readonly when: "before" | "after" } | null = null;
  #responsesReleased: Promise<void> = Promise.resolve();
  #readsReleased: Promise<void> = Promise.resolve();
  /** Number of delayed reads. */
  delayedReads = 0;
  /** The stream whose next read misses the latest event, once it has been appended. */
  #lag: { readonly stream: string; isNext: boolean } | null = null;

  /** Number of log reads, and of events returned. */
  logReads = 0;
  eventsRead = 0;
  /** Number of appends whose last request has arrived. */
  appendsReceived = 0;

  get url(): string {
    return `esdb://${LOOPBACK}:${this.#port}?tls=false&keepAliveInterval=-1`;
  }

  /** Starts the server, on its previous port after a restart. */
  async start(): Promise<void> {
    const server = new Server({ "grpc.max_receive_message_length": -1 });
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<features.SupportedMethods>) =>
        callback(null, supportedMethods()),
    });
    server.addService(streamsService.StreamsService, {
      batchAppend: (call: Call) => this.#handleAppends(call),
      delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, callback: sendUnaryData<DeleteResp>) => {
        this.#streams.delete(nameOf(call.request.getOptions()!.getStreamIdentifier()!));
        const response = new streams.DeleteResp();
        response.setNoPosition(new shared.Empty());
        callback(null, response);
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

  /** Closes all connections; stored events are kept. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = null;
    this.#calls.clear();
  }

  /** Breaks the connection at the next append to a stream with this prefix, before or after its events are stored. */
  dropResponse(prefix: string, when: "before" | "after"): void {
    this.#responseLoss = { prefix, when };
  }

  /** Delays responses to appends until the returned function is called; their events are stored immediately. */
  delayResponses(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#responsesReleased = promise;
    return resolve;
  }

  /** Delays reads until the returned function is called. */
  delayReads(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#readsReleased = promise;
    return resolve;
  }

  /** After the next append to a stream, the first read of it misses the latest event, as on a lagging node. */
  lagBehind(stream: string): void {
    this.#lag = { stream, isNext: false };
  }

  /** Number of events in streams whose name matches. */
  count(name: RegExp): number {
    return this.#log.filter(({ stream }) => name.test(stream)).length;
  }

  /** Names of matching streams. */
  streams(name: RegExp): readonly string[] {
    return [...this.#streams.keys()].filter((stream) => name.test(stream)).sort();
  }

  /** Deletes matching streams. */
  deleteStreams(name: RegExp): void {
    for (const stream of this.streams(name)) this.#streams.delete(stream);
  }

  #handleAppends(call: Call): void {
    this.#calls.add(call);
    const openAppends = new Map<string, Append>();
    call.on("data", (request: BatchAppendReq) => {
      const id = request.getCorrelationId()!;
      const options = request.getOptions();
      if (options !== undefined) {
        const stream = nameOf(options.getStreamIdentifier()!);
        const expectedRevision = options.hasStreamPosition()
          ? Number(options.getStreamPosition())
          : options.hasNoStream()
            ? -1
            : null;
        openAppends.set(idOf(id), { stream, expectedRevision, events: [] });
      }
      const append = openAppends.get(idOf(id))!;
      for (const message of request.getProposedMessagesList()) {
        append.events.push({
          id: message.getId()!.getString(),
          facts: new Map(message.getMetadataMap().toObject()),
          data: message.getData_asU8(),
          metadata: message.getCustomMetadata_asU8(),
        });
      }
      if (!request.getIsFinal()) return;
      this.appendsReceived += 1;
      openAppends.delete(idOf(id));
      this.#respond(call, append, id);
    });
    call.on("error", () => this.#calls.delete(call));
    call.on("end", () => call.end());
    call.on("close", () => this.#calls.delete(call));
  }

  #respond(call: Call, append: Append, id: shared.UUID): void {
    const lossTime =
      this.#responseLoss !== null && append.stream.startsWith(this.#responseLoss.prefix)
        ? this.#responseLoss.when
        : null;
    if (lossTime !== null) this.#responseLoss = null;
    const response = lossTime === "before" ? null : this.#append(append);
    if (lossTime !== null) {
      call.emit("error", { code: codes.UNAVAILABLE, details: "the server is going away" });
      return;
    }
    response!.setCorrelationId(id);
    response!.setStreamIdentifier(identifierOf(append.stream));
    void this.#responsesReleased.then(() => call.write(response!));
  }

  #append({ stream, expectedRevision, events }: Append): BatchAppendResp {
    const size = events.reduce(
      (sum, { facts, data, metadata }) => sum + 2 * facts.get("type")!.length + data.length + metadata.length,
      0,
    );
    if (size > MAX_APPEND_SIZE) return tooLargeResponse();
    const streamEvents = this.#streams.get(stream) ?? [];
    const last = streamEvents.length - 1;
    const after = expectedRevision ?? last;
    // A repeated append is already stored.
    const isRepeated = events.every(({ id }, index) => streamEvents[after + 1 + index]?.id === id);
    if (!isRepeated && after !== last) return wrongVersionResponse(last, after);
    if (!isRepeated) {
      const commit = this.#log.length + events.length;
      for (const [index, event] of events.entries()) {
        const createdAt = String(Date.now() * TICKS);
        const entries = {
          ...event,
          facts: new Map([...event.facts, ["created", createdAt]]),
          stream,
          revision: last + 1 + index,
          commit,
          prepare: this.#log.length + 1,
        };
        streamEvents.push(entries);
        this.#log.push(entries);
      }
      this.#streams.set(stream, streamEvents);
      if (this.#lag?.stream === stream) this.#lag.isNext = true;
      for (const notify of this.#followers) notify();
    }
    const lastEvent = streamEvents[after + events.length]!;
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(lastEvent.revision));
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(lastEvent.commit));
    position.setPreparePosition(String(lastEvent.prepare));
    success.setPosition(position);
    const response = new streams.BatchAppendResp();
    response.setSuccess(success);
    return response;
  }

  async #read(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    this.delayedReads += 1;
    await this.#readsReleased;
    this.delayedReads -= 1;
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
      if (position !== undefined) return comparePositions(event, position) * (isForwards ? 1 : -1) >= 0;
      if (stream?.hasRevision() === true)
        return isForwards
          ? event.revision >= Number(stream.getRevision())
          : event.revision <= Number(stream.getRevision());
      return true;
    };
    const isSelected = filterOf(options);
    const selectedEvents = source.filter((event) => isAfter(event) && isSelected(event.stream));
    const orderedEvents = isForwards ? selectedEvents : selectedEvents.toReversed();
    for (const event of orderedEvents.slice(0, Number(options.getCount()))) {
      if (call.cancelled) return;
      this.eventsRead += 1;
      if (!call.write(eventMessage(event))) await new Promise((resolve) => call.once("drain", resolve));
    }
    call.end();
  }

  /** The events of a stream as a node sees them, which may lag. */
  #stream(name: string): readonly StoredEvent[] | undefined {
    const events = this.#streams.get(name);
    if (events === undefined || this.#lag?.stream !== name || !this.#lag.isNext) return events;
    this.#lag = null;
    const visibleEvents = events.slice(0, -1);
    return visibleEvents.length === 0 ? undefined : visibleEvents;
  }

  #follow(call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options): void {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId("subscription");
    const response = new streams.ReadResp();
    response.setConfirmation(confirmation);
    call.write(response);
    const isSelected = filterOf(options);
    const position = options.getAll()?.getPosition();
    let next =
      position === undefined ? 0 : this.#log.findLastIndex((event) => comparePositions(event, position) <= 0) + 1;
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

const comparePositions = ({ commit, prepare }: StoredEvent, other: ReadReq.Options.Position): number =>
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
  const readEvent = new streams.ReadResp.ReadEvent();
  readEvent.setEvent(event);
  readEvent.setCommitPosition(String(commit));
  const response = new streams.ReadResp();
  response.setEvent(readEvent);
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

function wrongVersionResponse(last: number, expected: number): BatchAppendResp {
  const details = new shared.WrongExpectedVersion();
  if (last < 0) details.setCurrentNoStream(new shared.Empty());
  else details.setCurrentStreamRevision(String(last));
  if (expected < 0) details.setExpectedNoStream(new shared.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return errorResponse("WrongExpectedVersion", details.serializeBinary());
}

function tooLargeResponse(): BatchAppendResp {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(MAX_APPEND_SIZE);
  return errorResponse("MaximumAppendSizeExceeded", details.serializeBinary());
}

/** An error response with details. */
function errorResponse(name: string, details: Uint8Array): BatchAppendResp {
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
