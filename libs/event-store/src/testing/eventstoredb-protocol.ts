/**
 * A server of this process that speaks the part of EventStoreDB's protocol which the adapter uses, with the messages that the
 * client publishes. It is no EventStoreDB: events are in memory, there is one node and no rights. What it does on appends with
 * an expected revision, and when they are repeated, is what EventStoreDB's documentation says.
 */
import { Server, ServerCredentials, type ServerReadableStream, type ServerWritableStream } from "@grpc/grpc-js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import streamsService from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streams, {
  type AppendReq,
  type AppendResp,
  type ReadReq,
  type ReadResp,
} from "@eventstore/db-client/generated/streams_pb.js";

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly facts: ReadonlyMap<string, string>;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Place of the append in the log, and of the event in it. */
  readonly commit: number;
  readonly prepare: number;
}

const LOOPBACK = "127.0.0.1";
/** Ticks of 100 ns, as the server counts them. */
const TICKS = 10_000;

export class EventStoreDbProtocolServer {
  #server: Server | null = null;
  #port = 0;
  readonly #log: Kept[] = [];
  readonly #streams = new Map<string, Kept[]>();
  readonly #followers = new Set<() => void>();

  get url(): string {
    return `esdb://${LOOPBACK}:${this.#port}?tls=false&keepAliveInterval=-1`;
  }

  /** On the port it had before. */
  async start(): Promise<void> {
    const server = new Server({ "grpc.max_receive_message_length": -1 });
    server.addService(streamsService.StreamsService, {
      append: (
        call: ServerReadableStream<AppendReq, AppendResp>,
        answer: (error: null, response: AppendResp) => void,
      ) => void this.#append(call).then((response) => answer(null, response)),
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => void this.#read(call),
    });
    this.#port = await new Promise((resolve, reject) => {
      server.bindAsync(`${LOOPBACK}:${this.#port}`, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.#server = server;
  }

  /** Cuts all connections; what is stored stays. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = null;
  }

  async #append(call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendResp> {
    let stream = "";
    let wanted: number | null = null;
    const proposed: Pick<Kept, "id" | "facts" | "data" | "metadata">[] = [];
    for await (const request of call as AsyncIterable<AppendReq>) {
      const options = request.getOptions();
      if (options !== undefined) {
        stream = nameOf(options.getStreamIdentifier()!);
        wanted = options.hasRevision() ? Number(options.getRevision()) : options.hasNoStream() ? -1 : null;
      }
      const message = request.getProposedMessage();
      if (message === undefined) continue;
      proposed.push({
        id: message.getId()!.getString(),
        facts: new Map(message.getMetadataMap().toObject()),
        data: message.getData_asU8(),
        metadata: message.getCustomMetadata_asU8(),
      });
    }
    const present = this.#streams.get(stream) ?? [];
    const last = present.length - 1;
    const after = wanted ?? last;
    // Asked again, it is done already.
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
      for (const tell of this.#followers) tell();
    }
    const end = present[after + proposed.length]!;
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(end.revision));
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(end.commit));
    position.setPreparePosition(String(end.prepare));
    success.setPosition(position);
    const response = new streams.AppendResp();
    response.setSuccess(success);
    return response;
  }

  async #read(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    const options = call.request.getOptions()!;
    const isForwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;
    const stream = options.getStream();
    const name = stream === undefined ? null : nameOf(stream.getStreamIdentifier()!);
    const source = name === null ? this.#log : this.#streams.get(name);
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
    const all = options.getAll();
    const position = all?.getPosition();
    const isAfter = (event: Kept): boolean => {
      if (position !== undefined) return comparePlaces(event, position) * (isForwards ? 1 : -1) >= 0;
      if (stream?.hasRevision() === true)
        return isForwards
          ? event.revision >= Number(stream.getRevision())
          : event.revision <= Number(stream.getRevision());
      return true;
    };
    const chosen = source.filter(isAfter);
    const ordered = isForwards ? chosen : chosen.toReversed();
    for (const event of ordered.slice(0, Number(options.getCount()))) {
      if (call.cancelled) return;
      if (!call.write(eventMessage(event))) await new Promise((resolve) => call.once("drain", resolve));
    }
    call.end();
  }

  #follow(call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options): void {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId("subscription");
    const response = new streams.ReadResp();
    response.setConfirmation(confirmation);
    call.write(response);
    const names = new RegExp(options.getFilter()?.getStreamIdentifier()?.getRegex() || ".*");
    const position = options.getAll()?.getPosition();
    let next = position === undefined ? 0 : this.#log.findLastIndex((event) => comparePlaces(event, position) <= 0) + 1;
    const tell = (): void => {
      for (; next < this.#log.length; next++) {
        const event = this.#log[next]!;
        if (names.test(event.stream)) call.write(eventMessage(event));
      }
    };
    this.#followers.add(tell);
    call.on("cancelled", () => this.#followers.delete(tell));
    call.on("close", () => this.#followers.delete(tell));
    tell();
  }
}

const nameOf = (identifier: shared.StreamIdentifier): string => Buffer.from(identifier.getStreamName_asU8()).toString();

function identifierOf(name: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString("base64"));
  return identifier;
}

const comparePlaces = ({ commit, prepare }: Kept, other: ReadReq.Options.Position): number =>
  commit - Number(other.getCommitPosition()) || prepare - Number(other.getPreparePosition());

function eventMessage({ id, stream, revision, facts, data, metadata, commit, prepare }: Kept): ReadResp {
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

function wrongVersion(last: number, expected: number): AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (last < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(last));
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  const response = new streams.AppendResp();
  response.setWrongExpectedVersion(wrong);
  return response;
}
