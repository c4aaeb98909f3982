import type { DownloadResponse, ReadPartResponse } from "@etesian/contracts/compute";

/** Chunks of a streamed response after its head. The call ends when the reader stops. */
export async function* chunksOf(
  messages: AsyncIterator<DownloadResponse | ReadPartResponse>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let next = await messages.next(); next.done !== true; next = await messages.next()) {
      const { part } = next.value;
      if (part?.$case === "piece") yield part.value;
    }
  } finally {
    await messages.return?.();
  }
}
