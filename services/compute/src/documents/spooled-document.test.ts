import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { SpoolFullError, SpooledDocument } from "./spooled-document.ts";

const { signal: never } = new AbortController();
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), "etesian-spool-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe("a spooled document", () => {
  test("every reader gets all chunks, whether it starts before, during or after the writing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 12 }), fc.nat(12), async (texts, late) => {
        const document = new SpooledDocument();
        const readers = [textOf(document.read(never))];
        for (const [index, text] of texts.entries()) {
          if (index === late) readers.push(textOf(document.read(never)));
          await document.write(bytes(text));
        }
        document.finish();
        readers.push(textOf(document.read(never)));
        for (const read of await Promise.all(readers)) expect(read).toBe(texts.join(""));
        await document.close();
      }),
      { numRuns: 50 },
    );
  });

  test("a spooled document has no file name, so a crash leaves nothing behind", async () => {
    const place = directory();
    const document = new SpooledDocument(place);
    for (const text of ["first", "second", "third"]) await document.write(bytes(text));
    expect(readdirSync(place)).toHaveLength(process.platform === "win32" ? 1 : 0);
    document.finish();
    expect(await textOf(document.read(never))).toBe("firstsecondthird");
    await document.close();
    expect(readdirSync(place)).toEqual([]);
  });

  test("an aborted reader gets the reason, and others continue", async () => {
    const document = new SpooledDocument();
    const leaving = new AbortController();
    const gone = textOf(document.read(leaving.signal));
    const staying = textOf(document.read(never));
    await document.write(bytes("one"));
    leaving.abort(new Error("no longer wanted"));
    await expect(gone).rejects.toThrow("no longer wanted");
    document.finish();
    expect(await staying).toBe("one");
    await document.close();
  });

  test("readers get a failure after the existing chunks", async () => {
    const document = new SpooledDocument();
    await document.write(bytes("one"));
    document.fail(new Error("the thread ended"));
    const chunks = document.read(never);
    expect((await chunks.next()).value).toEqual(bytes("one"));
    await expect(chunks.next()).rejects.toThrow("the thread ended");
    await document.close();
  });

  test("an unwritable directory is named in the error, and a document of one chunk needs no directory", async () => {
    const nowhere = join(directory(), "missing");
    const document = new SpooledDocument(nowhere);
    await document.write(bytes("small"));
    await expect(document.write(bytes("more"))).rejects.toThrow(SpoolFullError);
    await expect(document.write(bytes("more"))).rejects.toThrow(nowhere);
    await document.close();
  });
});
