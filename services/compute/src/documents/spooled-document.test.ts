import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { SpoolFullError, SpooledDocument } from "./spooled-document.ts";

const { signal: neverAborted } = new AbortController();
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const receivedChunks: Uint8Array[] = [];
  for await (const chunk of chunks) receivedChunks.push(chunk);
  return Buffer.concat(receivedChunks).toString();
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "etesian-spool-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("a spooled document", () => {
  test("every reader gets all chunks, whether it starts before, during or after the writing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 12 }), fc.nat(12), async (texts, lateIndex) => {
        const document = new SpooledDocument();
        const readers = [textOf(document.read(neverAborted))];
        for (const [index, text] of texts.entries()) {
          if (index === lateIndex) readers.push(textOf(document.read(neverAborted)));
          await document.write(bytes(text));
        }
        document.finish();
        readers.push(textOf(document.read(neverAborted)));
        for (const text of await Promise.all(readers)) expect(text).toBe(texts.join(""));
        await document.close();
      }),
      { numRuns: 50 },
    );
  });

  test("a spooled document has no file name, so a crash leaves nothing behind", async () => {
    const path = directory();
    const document = new SpooledDocument(path);
    for (const text of ["first", "second", "third"]) await document.write(bytes(text));
    expect(readdirSync(path)).toHaveLength(process.platform === "win32" ? 1 : 0);
    document.finish();
    expect(await textOf(document.read(neverAborted))).toBe("firstsecondthird");
    await document.close();
    expect(readdirSync(path)).toEqual([]);
  });

  test("an aborted reader gets the reason, and others continue", async () => {
    const document = new SpooledDocument();
    const abort = new AbortController();
    const abortedText = textOf(document.read(abort.signal));
    const otherText = textOf(document.read(neverAborted));
    await document.write(bytes("one"));
    abort.abort(new Error("no longer wanted"));
    await expect(abortedText).rejects.toThrow("no longer wanted");
    document.finish();
    expect(await otherText).toBe("one");
    await document.close();
  });

  test("readers get a failure after the existing chunks", async () => {
    const document = new SpooledDocument();
    await document.write(bytes("one"));
    document.fail(new Error("the thread ended"));
    const chunks = document.read(neverAborted);
    expect((await chunks.next()).value).toEqual(bytes("one"));
    await expect(chunks.next()).rejects.toThrow("the thread ended");
    await document.close();
  });

  test("an unwritable directory is named in the error, and a document of one chunk needs no directory", async () => {
    const missingDirectory = join(directory(), "missing");
    const document = new SpooledDocument(missingDirectory);
    await document.write(bytes("small"));
    await expect(document.write(bytes("more"))).rejects.toThrow(SpoolFullError);
    await expect(document.write(bytes("more"))).rejects.toThrow(missingDirectory);
    await document.close();
  });
});
