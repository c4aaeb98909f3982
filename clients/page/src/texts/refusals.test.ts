import { ApiError } from "@etesian/client";
import { describe, expect, it } from "vitest";
import { refusalIn } from "./refusals.ts";

describe("a refusal", () => {
  const invalid = new ApiError(422, "invalid_file", ["The file has 12 lines"]);

  it("a refusal is the server's message in English", () => {
    expect(refusalIn("en", invalid)).toEqual(["The file has 12 lines"]);
  });
  it("a refusal starts in Dutch, followed by details that only the server knows", () => {
    expect(refusalIn("nl", invalid)).toEqual(["Het bestand is niet geaccepteerd: The file has 12 lines"]);
  });
  it("a refusal is a Dutch sentence if it has no details", () => {
    expect(refusalIn("nl", new ApiError(503, "busy", ["The service is busy; try again later"]))).toEqual([
      "De server is bezet. Probeer het later opnieuw.",
    ]);
  });
  it("a refusal is unchanged with an unknown code, or without a server", () => {
    expect(refusalIn("nl", new ApiError(418, "teapot", ["Short and stout"]))).toEqual(["Short and stout"]);
    expect(refusalIn("nl", new Error("broken"))).toEqual(["broken"]);
  });
});
