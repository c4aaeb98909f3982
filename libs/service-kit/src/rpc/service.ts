/** The part of a generated service definition that clients and servers here are made from. */
export interface Method<Request, Response> {
  readonly path: string;
  readonly requestStream: false;
  /** Whether the answer is many messages, one after the other. */
  readonly responseStream: boolean;
  requestSerialize(this: void, value: Request): Buffer;
  requestDeserialize(this: void, bytes: Buffer): Request;
  responseSerialize(this: void, value: Response): Buffer;
  responseDeserialize(this: void, bytes: Buffer): Response;
}

export interface RpcService {
  readonly [method: string]: Method<unknown, unknown>;
}

export type RequestOf<M> = M extends { requestDeserialize(bytes: Buffer): infer Request } ? Request : never;
export type ResponseOf<M> = M extends { responseDeserialize(bytes: Buffer): infer Response } ? Response : never;
/** What a method answers: a message, or a sequence of messages. */
export type AnswerOf<M> = M extends { readonly responseStream: true }
  ? AsyncIterable<ResponseOf<M>>
  : Promise<ResponseOf<M>>;

/** "etesian.scenarios.v1.ScenariosService" of "/etesian.scenarios.v1.ScenariosService/GetScenario". */
export const serviceName = (path: string): string => path.split("/")[1] ?? "";
export const methodName = (path: string): string => path.split("/")[2] ?? "";
