/** The part of a generated service definition that clients and servers here are made from. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  requestSerialize(this: void, value: Request): Buffer;
  requestDeserialize(this: void, bytes: Buffer): Request;
  responseSerialize(this: void, value: Response): Buffer;
  responseDeserialize(this: void, bytes: Buffer): Response;
}

export interface RpcService {
  readonly [method: string]: UnaryMethod<unknown, unknown>;
}

export type RequestOf<M> = M extends { requestDeserialize(bytes: Buffer): infer Request } ? Request : never;
export type ResponseOf<M> = M extends { responseDeserialize(bytes: Buffer): infer Response } ? Response : never;

/** "etesian.scenarios.v1.ScenariosService" of "/etesian.scenarios.v1.ScenariosService/GetScenario". */
export const serviceName = (path: string): string => path.split("/")[1] ?? "";
export const methodName = (path: string): string => path.split("/")[2] ?? "";
