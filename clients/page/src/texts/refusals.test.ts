import { ApiError } from "@etesian/client";
import { describe, expect, it } from "vitest";
import { refusalIn } from "./refusals.ts";

describe("the message of a refusal", () => {
  const invalid = new ApiError(422, "invalid_file", ["The file has 12 lines"]);

  it("the message of a refusal in English is the server's", () => {
    expect(refusalIn("en", invalid)).toEqual(["The file has 12 lines"]);
  });
  it("the message of a refusal starts in Dutch, followed by details that only the server knows", () => {
    expect(refusalIn("nl", invalid)).toEqual(["Het bestand is niet geaccepteerd: The file has 12 lines"]);
  });
  it("the message of a refusal without details is a Dutch sentence", () => {
    expect(refusalIn("nl", new ApiError(503, "busy", ["The service is busy; try again later"]))).toEqual([
      "De server is bezet. Probeer het later opnieuw.",
    ]);
  });
  it("the message of an error is unchanged if its code is unknown or it is not the server's", () => {
    expect(refusalIn("nl", new ApiError(418, "teapot", ["Short and stout"]))).toEqual(["Short and stout"]);
    expect(refusalIn("nl", new Error("broken"))).toEqual(["broken"]);
  });
});
