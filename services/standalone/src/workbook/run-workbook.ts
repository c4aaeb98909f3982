/** Sends a workbook to a server, and reads its answer. */
import { basename } from "node:path";
import { z } from "zod";

const answerSchema = z.object({
  scenarios: z.array(z.object({ short_name: z.string(), id: z.int().nullable() })),
  problems: z.array(
    z.object({ scenario: z.string().nullable(), cell: z.string(), code: z.string(), message: z.string() }),
  ),
  file: z.object({ content: z.base64() }),
});
const refusalSchema = z.object({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) });

/** The server has refused the workbook, or there is no server. */
export class RunRefusedError extends Error {
  override readonly name = "RunRefusedError";
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("; "));
    this.sentences = sentences;
  }
}

export type WorkbookAnswer = Omit<z.infer<typeof answerSchema>, "file"> & { readonly results: Buffer };

/** Rejects with `RunRefusedError`. @param token null for an anonymous caller */
export async function runWorkbook(
  url: string,
  token: string | null,
  { name, content }: { readonly name: string; readonly content: Buffer<ArrayBuffer> },
): Promise<WorkbookAnswer> {
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
    throw new RunRefusedError([`${address}: no answer: ${String((error as Error).cause ?? error)}`]);
  }
  const answer = answerSchema.safeParse(body);
  if (answer.success) {
    const { file, ...found } = answer.data;
    return { ...found, results: Buffer.from(file.content, "base64") };
  }
  const refusal = refusalSchema.safeParse(body);
  throw new RunRefusedError(
    refusal.success
      ? Object.values(refusal.data.errors).flat()
      : [`${address} has answered ${status} without the results of a workbook`],
  );
}
