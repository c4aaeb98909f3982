/** A part of the front end that the imported interface lacks. */
export interface Omission {
  readonly kind: "section" | "slide" | "slider" | "headline number" | "chart" | "series" | "unit" | "title";
  /** Its key in the front end. */
  readonly key: string;
  readonly reason: string;
}

export type ReportOmission = (kind: Omission["kind"], key: string, reason: string) => void;
