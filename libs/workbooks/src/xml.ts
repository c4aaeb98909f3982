/** Reads the XML of a workbook in portions, between which other tasks run. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Tag } from "sax";
import { workbookError } from "./problems.ts";

/** Number of bytes that are parsed before other tasks can run. */
const PORTION = 64 * 1024;

export interface XmlListener {
  /** The name has no prefix; attributes have their prefixes. */
  readonly open?: (name: string, attributes: { readonly [name: string]: string }) => void;
  /** A piece of an element's text, which can have several. */
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The name of an element without its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** @throws WorkbookError if the file is not well-formed, or declares entities */
export async function readXml(path: string, content: Buffer, { open, text, close }: XmlListener): Promise<void> {
  const problem = (message: string) => workbookError(`The file ${path} of the workbook ${message}`);
  const { default: sax } = await import("sax");
  const reader = sax.parser(true, { position: false });
  const failures: Error[] = [];
  Object.assign(reader, {
    onerror: (error: Error) => {
      failures.push(problem(`is not well-formed: ${error.message.split("\n")[0]!}`));
      // Without this handler, the parser throws at the next portion.
      reader.error = null as unknown as Error;
    },
    ondoctype: () => failures.push(problem("has a document type, which workbooks do not have")),
    onopentag: ({ name, attributes }: Tag) => open?.(localName(name), attributes),
    ontext: (piece: string) => text?.(piece),
    oncdata: (piece: string) => text?.(piece),
    onclosetag: (name: string) => close?.(localName(name)),
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let offset = 0; offset < content.length && failures.length === 0; offset += PORTION) {
      reader.write(decoder.decode(content.subarray(offset, offset + PORTION), { stream: true }));
      if (offset > 0) await nextTurn();
    }
  } catch (error) {
    if (error instanceof TypeError) throw problem("is not UTF-8");
    throw error;
  }
  if (failures.length === 0) reader.close();
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}
