/** Sends a workbook to a server, and reads its response. */
import { basename } from "node:path";
import { z } from "zod";

const responseSchema = z.object({
  scenarios: z.array(z.object({ short_name: z.string(), id: z.int().nullable() })),
  problems: z.array(
    z.object({ scenario: z.string().nullable(), cell: z.string(), code: z.string(), message: z.string() }),
  ),
  file: z.object({ content: z.base64() }),
});
const refusalSchema = z.object({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) });

/** The server refused the workbook or did not respond. */
export class RunRefusedError extends Error {
  override readonly name = "RunRefusedError";
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("; "));
    this.sentences = sentences;
  }
}

export type WorkbookResponse = Omit<z.infer<typeof responseSchema>, "file"> & { readonly results: Buffer };

/** Rejects with `RunRefusedError`. @param token null for an anonymous caller */
export async function runWorkbook(
  url: string,
  token: string | null,
  { name, content }: { readonly name: string; readonly content: Buffer<ArrayBuffer> },
): Promise<WorkbookResponse> {
  const form = new FormData();
  form.set("file", new Blob([content]), basename(name));
  const address = `${url.endsWith("/") ? url.slice(0, -1) : url}/api/v3/workbooks`;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(address, { method: "POST", headers, body: form });
    status = response.status;
    body = await response.json();
  } catch (error) {
    throw new RunRefusedError([`${address}: no response: ${String((error as Error).cause ?? error)}`]);
  }
  const result = responseSchema.safeParse(body);
  if (result.success) {
    const { file, ...details } = result.data;
    return { ...details, results: Buffer.from(file.content, "base64") };
  }
  const refusal = refusalSchema.safeParse(body);
  throw new RunRefusedError(
    refusal.success
      ? Object.values(refusal.data.errors).flat()
      : [`${address} responded with ${status} and no workbook results`],
  );
}
