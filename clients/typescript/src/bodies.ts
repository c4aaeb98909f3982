/** How bodies of requests are written, and those of answers read. */

/** JSON; a form where a field is a file (`Blob`, `File`), since JSON has no files. */
export function writtenBody(body: unknown): FormData | string {
  if (body instanceof FormData) return body;
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/** JSON, text, the stream of events or a `Blob`, as its content type says; undefined where it is empty. */
export async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return response.body;
  if (/^application\/(?:\S+\+)?json\b/.test(type)) {
    const text = await response.text();
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  }
  if (type.startsWith("text/")) return response.text();
  const blob = await response.blob();
  return blob.size === 0 ? undefined : blob;
}
