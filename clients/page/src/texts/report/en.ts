/** Texts of a report, in English. */
export const en = {
  address: "Permanent link:",
  alsoChanged: "Also changed:",
  assumptions: (moved: number, of: number) =>
    moved === 1 ? `Assumptions: 1 of ${of} sliders changed` : `Assumptions: ${moved} of ${of} sliders changed`,
  back: "Back to the workbench",
  balanced: "(follows its group)",
  copyAddress: "Copy the permanent link",
  dataOf: (area: string, year: number) => `Area data: ${area}, ${year}`,
  earlier: (title: string) => `Move up: ${title}`,
  later: (title: string) => `Move down: ${title}`,
  openedOn: (date: string) => `Opened on ${date}.`,
  print: "Print or save as PDF",
  qr: "QR code: opens this report",
  recipe: (hash: string) => `recipe ${hash}`,
  sameFigures: "The code opens this report with the same figures:",
  section: "Section",
  sources: "Sources",
  text: "Text of the report",
  textHint: "Write what the figures show. The link to the report contains your text.",
  withToday: (title: string, today: string, year: number) => `${title}, ${today} in ${year}`,
  title: "Report",
  toolbar: "Report",
};

export type ReportTexts = typeof en;
