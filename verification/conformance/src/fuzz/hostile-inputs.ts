/** Hand-written hostile inputs: raw bytes that have crashed servers. */
import type { AddressInfo } from "node:net";
import { connect } from "node:net";

const MIB = 1_048_576;
const HEAD = "Host: x\r\nConnection: close\r\n";

const put = (body: string, headers = ""): string =>
  `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
const slider = (value: string): string => put(`{"scenario":{"user_values":{"KEY":${JSON.stringify(value)}}}}`);
const field = (name: string, value: string): string => put(`{"scenario":{"${name}":${value}}}`);
const long = (text: string, reserve = 200): string => text.repeat(Math.floor((MIB - reserve) / text.length));

/**
 * Inputs by description; "KEY" is replaced with the key of an input. Each response has to be a refusal or a success, in
 * time.
 */
export const HOSTILE_INPUTS: { readonly [description: string]: string } = {
  "a slider of blanks and an x, of maximum length": slider(`${long(" ")}x`),
  "a slider of digits, of maximum length": slider(long("1")),
  "a slider of digits and points": slider(long("1.")),
  "a slider with signs": slider(long("+-")),
  "a slider of zeros and an exponent": slider(`0.${long("0")}1e5`),
  "a title of maximum length": field("title", JSON.stringify(long("x"))),
  "a source of maximum length": field("source", JSON.stringify(long("é", 2_000))),
  "metadata of maximum size": field("metadata", `{"a":${JSON.stringify(long("x"))}}`),
  "metadata of many keys": field("metadata", `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",")}}`),
  "metadata 6,000 levels deep": field("metadata", `${'{"a":'.repeat(6_000)}1${"}".repeat(6_000)}`),
  "lists 200,000 levels deep": put(`${"[".repeat(200_000)}${"]".repeat(200_000)}`),
  "50,000 unknown sliders": put(
    `{"scenario":{"user_values":{${Array.from({ length: 50_000 }, (_, n) => `"s${n}":1`).join(",")}}}}`,
  ),
  "50,000 unknown queries": put(
    `{"scenario":{},"gqueries":[${Array.from({ length: 50_000 }, (_, n) => `"q${n}"`).join(",")}]}`,
  ),
  "one query 100,000 times": put(
    `{"scenario":{},"gqueries":[${Array.from({ length: 100_000 }, () => '"q"').join(",")}]}`,
  ),
  "one key repeated": put(`{${Array.from({ length: 100_000 }, () => '"scenario":{}').join(",")}}`),
  "a number of a million digits": field("end_year", "9".repeat(MIB - 200)),
  "a number with a million zeros": field("end_year", `0.${"0".repeat(MIB - 200)}1`),
  "an end year that is text": field("end_year", JSON.stringify(long("2"))),
  "a prototype": put(
    '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},"scenario":{"__proto__":{"title":"x"}}}',
  ),
  "a body of null bytes": put("\0".repeat(100_000)),
  "a body that is not UTF-8": put(Buffer.from([0xff, 0xfe, 0xc0, 0x80]).toString("latin1")),
  "an If-Match of a million quotes": put("{}", `If-Match: ${'"'.repeat(10_000)}\r\n`),
  "an If-Match of blanks": put("{}", `If-Match: "${" ".repeat(10_000)}x\r\n`),
  "an Idempotency-Key of blanks": put("{}", `Idempotency-Key: ${" ".repeat(8_000)}x\r\n`),
  "a form of 200,000 brackets": put("[".repeat(200_000), "Content-Type: application/x-www-form-urlencoded\r\n"),
  "a form of 10,000 fields": `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 120000\r\n\r\n${"a[b][c]=1&".repeat(12_000).slice(0, 120_000)}`,
  "a query string of brackets": get(`/api/v3/scenarios?${"a[".repeat(5_000)}`),
  "a query string of one key": get(`/api/v3/gqueries?${"labels[]=x&".repeat(1_200)}`),
  "a path of dots": get(`/api/v3/scenarios/${"../".repeat(4_000)}etc/passwd`),
  "a path of encoded slashes": get(`/api/v3/scenarios/${"%2f".repeat(4_000)}`),
  "a path with an incomplete character": get("/api/v3/scenarios/%e9%"),
  "a path of null bytes": get("/api/v3/scenarios/%00%00"),
  "a list of inputs that is 4,000 commas": get(`/api/v3/scenarios/1/inputs/${",".repeat(4_000)}`),
  "an id of 16,000 digits": get(`/api/v3/scenarios/${"1".repeat(15_000)}`),
  "a page of 2^32": get("/api/v3/scenarios?page=4294967296&limit=1e99"),
  "two lengths": `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "both a length and chunks": `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  "a length below zero": `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`,
  "a chunk of 2^64": `PUT /api/v3/scenarios/1 HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  "headers of 100 KB": get("/api/v3/areas", `X: ${"x".repeat(100_000)}\r\n`),
  "2,000 headers": get("/api/v3/areas", Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1\r\n`).join("")),
  "a header on two lines": get("/api/v3/areas", "X: a\r\n b\r\n"),
  "a header with a null byte": get("/api/v3/areas", "X: a\0b\r\n"),
  "bytes that are not HTTP": "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n",
  "an unknown method": `BREW /api/v3/areas HTTP/1.1\r\n${HEAD}\r\n`,
  "another server's address": `GET http://example.org/ HTTP/1.1\r\n${HEAD}\r\n`,
  "an unknown HTTP version": `GET / HTTP/9.9\r\n${HEAD}\r\n`,
  "an upgrade": get("/api/v3/areas", "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
  "a compressed body that exceeds the limit": put("\x1f\x8b\x08\0\0", "Content-Encoding: gzip\r\n"),
};

/** Time without data after which a request counts as unanswered (ms): some requests never complete. */
const SILENCE_MS = 5_000;

/**
 * Sends bytes and reads until the connection closes; returns the status of the first response, null if there was none.
 */
export function sendRaw(url: string, bytes: string): Promise<number | null> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const socket = connect(Number(port) satisfies AddressInfo["port"], hostname);
  let response = "";
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.on("data", (data) => (response += data.toString("latin1")));
  socket.on("error", () => {});
  socket.on("close", () => resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(response)?.[1] ?? 0) || null));
  socket.write(Buffer.from(bytes, "latin1"));
  return promise;
}
