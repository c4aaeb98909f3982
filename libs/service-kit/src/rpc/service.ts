/** The part of a generated service definition that clients and servers use. */
export interface RpcService {
  /** The full name, such as "etesian.scenarios.v1.ScenariosService". */
  readonly fullName: string;
  readonly methods: { readonly [method: string]: RpcMethod };
}

export interface RpcMethod {
  /** The name, such as "GetScenario". */
  readonly name: string;
  readonly requestType: MessageType<unknown>;
  readonly requestStream: false;
  readonly responseType: MessageType<unknown>;
  /** Whether the response is a stream of messages. */
  readonly responseStream: boolean;
  readonly options: {
    /**
     * Declared in proto/. A call to a method with one of these levels may be retried when it is unknown whether it
     * arrived.
     */
    readonly idempotencyLevel?: "NO_SIDE_EFFECTS" | "IDEMPOTENT";
  };
}

export interface MessageType<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

export type RequestOf<M> = M extends { readonly requestType: MessageType<infer Request> } ? Request : never;
export type ResponseOf<M> = M extends { readonly responseType: MessageType<infer Response> } ? Response : never;
/** The response of a method: a message, or a stream of messages. */
export type ResultOf<M> = M extends { readonly responseStream: true }
  ? AsyncIterable<ResponseOf<M>>
  : Promise<ResponseOf<M>>;

/** A method in the gRPC library's format. */
export const wireMethod = (service: RpcService, { name, requestType, responseType, responseStream }: RpcMethod) => ({
  path: `/${service.fullName}/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: toBuffer(requestType),
  requestDeserialize: (bytes: Buffer) => requestType.decode(bytes),
  responseSerialize: toBuffer(responseType),
  responseDeserialize: (bytes: Buffer) => responseType.decode(bytes),
});
export type WireMethod = ReturnType<typeof wireMethod>;

const toBuffer =
  (type: MessageType<unknown>) =>
  (message: unknown): Buffer => {
    const { buffer, byteOffset, byteLength } = type.encode(message).finish();
    return Buffer.from(buffer, byteOffset, byteLength);
  };
