/** A part of the front end that the imported interface lacks. */
export interface LeftOut {
  readonly kind: "section" | "slide" | "slider" | "headline number" | "chart" | "series" | "unit" | "title";
  /** Its key in the front end. */
  readonly key: string;
  readonly reason: string;
}

export type Leave = (kind: LeftOut["kind"], key: string, reason: string) => void;
