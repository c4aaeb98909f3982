/** Presentations in English. */
export const en = {
  title: "Presentation",
  join: "Join on your phone.",
  joinAbout: "Same view, your own copy. This screen stays unchanged.",
  leave: "Leave",
  next: "Next chart",
  previous: "Previous chart",
  qr: "QR code: opens this view in a copy",
  stepOf: (step: number, of: number) => `Chart ${step} of ${of}`,
};

export type PresentTexts = typeof en;
