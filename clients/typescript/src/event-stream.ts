/** Messages of server-sent event streams. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import { withUnreachable } from "./errors.ts";

/**
 * The data of each message. Ends when the server ends the stream; throws `UnreachableError` when the connection breaks.
 * @param response of a request with `parseAs: "stream"`
 */
export async function* messagesOf<Message>({
  data,
  response,
}: {
  readonly data?: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;
  readonly response: Response;
}): AsyncGenerator<Message, void, undefined> {
  if (!data) return;
  const messages = data.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await withUnreachable(response.url, messages.read());
      if (done) return;
      yield JSON.parse(value.data) as Message;
    }
  } finally {
    await messages.cancel().catch(() => {});
  }
}
