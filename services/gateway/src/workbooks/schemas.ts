import { z } from "zod";

/** The body is parsed as a stream; this schema only documents it. */
export const bookBody = z
  .object({
    file: z
      .unknown()
      .meta({ type: "string", format: "binary", description: "An XLSX file. At most 16 MiB." })
      .optional(),
  })
  .meta({ id: "Workbook", example: { file: "The bytes of a workbook" } });

const problemSchema = z.object({
  scenario: z.string().nullable().describe("Short name; null if it concerns all scenarios"),
  cell: z.string().describe("Sheet and cell, such as `SLIDER_SETTINGS!B7`"),
  code: z.string().describe("Error code; `warning` for a part without effect"),
  message: z.string(),
});

export const runSchema = z
  .object({
    scenarios: z.array(z.object({ short_name: z.string(), id: z.int().nullable() })),
    problems: z.array(problemSchema),
    file: z.object({ filename: z.string(), content: z.base64().describe("The copy with results, in base64") }),
  })
  .meta({ id: "WorkbookRun" });
