/** Files uploaded in multipart forms. */
import { FILES } from "@etesian/contracts/limits";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, apiError, uploadError } from "../errors.ts";
import { digestFile } from "./idempotency.ts";
import { isObject } from "../parameters.ts";

export interface Upload {
  /** Name given by the client. */
  readonly name: string;
  readonly content: Buffer;
  /** Form fields that preceded the file, in form notation: `metadata[title]`. */
  readonly fields: { readonly [name: string]: string };
}

/** Accepts multipart forms with a file on the routes of a scope. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/**
 * Reads the file in the `file` field, up to the maximum length. @throws ApiError 400 if the form or the field is
 * missing; 422 if the field is not a file, or is too large (with the message `tooLarge`).
 */
export async function readUpload(
  request: FastifyRequest,
  { bytes, tooLarge }: { readonly bytes: number; readonly tooLarge: string },
): Promise<Upload> {
  if (!request.isMultipart())
    throw isObject(request.body) && "file" in request.body ? notAFileError() : missingFileError();
  const limits = { files: 1, fileSize: bytes, fields: FILES.fields, fieldSize: FILES.fieldBytes };
  const fields: { [name: string]: string } = {};
  let file: Pick<Upload, "name" | "content"> | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        if (part.fieldname === "file") throw notAFileError();
        fields[part.fieldname] = String(part.value);
      } else if (part.fieldname === "file") {
        file = { name: (part.filename || "file").slice(0, FILES.nameLength), content: await part.toBuffer() };
      } else part.file.resume();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE") {
      throw uploadError([["file_too_large", tooLarge]]);
    }
    if (error instanceof Error && "code" in error && error.code === "FST_FILES_LIMIT") {
      throw apiError("bad_request", "The form has more than one file; send one file in the `file` field");
    }
    // The form parser reports errors in different ways.
    throw error instanceof ApiError ? error : apiError("malformed_form");
  }
  if (file === null) throw missingFileError();
  digestFile(request, file.name, file.content, fields);
  return { ...file, fields };
}

const missingFileError = () => apiError("missing_parameter", "file");
const notAFileError = () =>
  uploadError([["not_multipart_form_data", '"file" was not a valid multipart/form-data file']]);
