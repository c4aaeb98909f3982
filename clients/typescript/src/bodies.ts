/** Writes request bodies and reads response bodies. */

/** JSON, or form data when a field is a file (`Blob`, `File`), since JSON has no files. */
export function serialiseBody(body: unknown): FormData | string {
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

/** JSON, text, an event stream or a `Blob`, by content type; undefined for an empty body. */
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
