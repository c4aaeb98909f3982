/** What holds of every request, whatever it is about. */
import type { Resource } from "../row.ts";

export const wire: Resource = {
  name: "wire",
  model: "village",
  rows: [
    {
      rule: "a known path with another method",
      source: "d27",
      send: "DELETE /areas",
      answer: {
        status: 405,
        code: "method_not_allowed",
        headers: { allow: "GET, HEAD" },
        body: { errors: [/DELETE/] },
      },
    },
    {
      rule: "a path that there is not",
      source: "d27",
      send: "GET /nope/nope/nope/nope",
      answer: { status: 404, code: "no_such_route", body: { errors: ["Not Found"] } },
    },
    {
      rule: "HEAD is GET without a body",
      source: "own",
      send: "HEAD /scenarios/{id}",
      answer: { status: 200, text: "", headers: { etag: '"1"', "content-length": /^\d+$/ } },
    },
    {
      rule: "a page asks before it writes, once a day",
      source: "facts 2.3",
      send: "OPTIONS /scenarios/{id}",
      headers: { origin: "http://localhost:8080", "access-control-request-method": "PUT" },
      answer: {
        status: 204,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-max-age": "86400",
          "access-control-allow-methods": /PUT/,
        },
      },
    },
    {
      rule: "a bad token harms nothing where none is needed",
      source: "d2",
      send: "GET /areas",
      headers: { authorization: "Bearer etm_nonsense" },
      answer: { status: 200 },
    },
    {
      rule: "a blank token is none",
      source: "d3",
      send: "GET /scenarios/{id}",
      headers: { authorization: "Bearer " },
      answer: { status: 200 },
    },
    {
      rule: "a body of another type",
      source: "own",
      send: "PUT /scenarios/{id}",
      body: {},
      headers: { "content-type": "text/plain" },
      answer: { status: 415, code: "unsupported_body" },
    },
    {
      rule: "a request has a name, by which logs can be searched",
      source: "own",
      send: "GET /scenarios/{id}",
      headers: { "x-request-id": "0f7ad9a2-5a1b-4f5c-8f7e-000000000001" },
      answer: { status: 200, headers: { "x-request-id": "0f7ad9a2-5a1b-4f5c-8f7e-000000000001" } },
    },
  ],
};
