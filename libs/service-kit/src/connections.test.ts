/** Tests the connection limit with real sockets. */
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Connections, connectionsFor } from "./connections.ts";

const LIMIT = 8;

let connections: Connections;
let closeReasons: string[];
let servers: Server[];
let clients: Socket[];

beforeEach(() => {
  [closeReasons, servers, clients] = [[], [], []];
  connections = new Connections(LIMIT, (reason) => closeReasons.push(reason));
});
afterEach(() => {
  for (const client of clients) client.destroy();
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as { readonly port: number }).port;
}

/** Starts an HTTP server that responds when the test allows it. */
async function startHttpServer(): Promise<{ readonly port: number; readonly pendingResponses: ServerResponse[] }> {
  const pendingResponses: ServerResponse[] = [];
  const server = createHttpServer((request, response) => {
    connections.beginRequest(request.socket);
    response.once("finish", () => connections.endRequest(request.socket));
    pendingResponses.push(response);
  });
  server.on("connection", (socket: Socket) => connections.accept(socket, true));
  return { port: await listen(server), pendingResponses };
}

async function open(port: number, text = ""): Promise<Socket & { readonly isClosed: () => boolean }> {
  const socket = connect(port, "127.0.0.1");
  let isClosed = false;
  socket.on("error", () => {});
  socket.once("close", () => (isClosed = true));
  socket.resume();
  clients.push(socket);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return Object.assign(socket, { isClosed: () => isClosed });
}

const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

test("a new connection replaces the one that has been idle longest, with or without a previous request", async () => {
  const { port, pendingResponses } = await startHttpServer();
  const firstSocket = await open(port, REQUEST);
  await expect.poll(() => pendingResponses.length).toBe(1);
  const silentSockets: (Socket & { readonly isClosed: () => boolean })[] = [];
  for (let n = 0; n < LIMIT - 1; n++) {
    silentSockets.push(await open(port));
    await expect.poll(() => connections.openCount).toBe(n + 2);
  }
  await open(port);
  await expect.poll(() => silentSockets[0]!.isClosed()).toBe(true);
  // A connection whose request has finished is kept until it is the longest idle.
  pendingResponses[0]!.end("done");
  for (let n = 1; n < LIMIT; n++) await open(port);
  await expect.poll(() => closeReasons).toHaveLength(LIMIT);
  expect(firstSocket.isClosed()).toBe(false);
  await open(port);
  await expect.poll(() => firstSocket.isClosed()).toBe(true);
  expect(new Set(closeReasons)).toEqual(new Set(["idle"]));
  expect(connections.openCount).toBe(LIMIT);
});

test("while all connections are busy, the next connection exceeds the limit, and further ones are closed", async () => {
  const { port, pendingResponses } = await startHttpServer();
  for (let n = 0; n < LIMIT; n++) await open(port, REQUEST);
  await expect.poll(() => pendingResponses.length).toBe(LIMIT);
  await open(port, REQUEST);
  await expect.poll(() => pendingResponses.length).toBe(LIMIT + 1);
  const droppedSocket = await open(port, REQUEST);
  await expect.poll(() => droppedSocket.isClosed()).toBe(true);
  expect(closeReasons).toEqual(["busy", "dropped"]);
  // New connections are accepted again when these close.
  for (const client of clients) client.destroy();
  await expect.poll(() => connections.openCount).toBe(0);
  await open(port, REQUEST);
  await expect.poll(() => pendingResponses.length).toBe(LIMIT + 2);
  expect(closeReasons).toHaveLength(2);
});

test("a connection with another protocol is closed only if it has sent nothing", async () => {
  const acceptedSockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.resume();
    acceptedSockets.push(socket);
    connections.accept(socket, false);
  });
  const port = await listen(server);
  const usedSocket = await open(port, "PRI * HTTP/2.0");
  await expect.poll(() => acceptedSockets[0]?.bytesRead).toBeGreaterThan(0);
  const silentSocket = await open(port);
  for (let n = 2; n < LIMIT; n++) await open(port, "PRI * HTTP/2.0");
  await expect.poll(() => acceptedSockets.slice(2).filter(({ bytesRead }) => bytesRead > 0).length).toBe(LIMIT - 2);
  await open(port, "PRI * HTTP/2.0");
  await expect.poll(() => silentSocket.isClosed()).toBe(true);
  await expect.poll(() => acceptedSockets.at(-1)!.bytesRead).toBeGreaterThan(0);
  const lastSocket = await open(port);
  await expect.poll(() => lastSocket.isClosed()).toBe(true);
  expect(usedSocket.isClosed()).toBe(false);
  expect(closeReasons).toEqual(["idle", "dropped"]);
});

test("half of the free file descriptors are available for connections, within limits", () => {
  expect(connectionsFor(256, 82)).toBe(87);
  expect(connectionsFor(1_024, 100)).toBe(462);
  expect(connectionsFor(64, 82)).toBe(8);
  expect(connectionsFor(1_048_576, 100)).toBe(10_000);
  expect(connectionsFor(Number.POSITIVE_INFINITY, 0)).toBe(10_000);
});
