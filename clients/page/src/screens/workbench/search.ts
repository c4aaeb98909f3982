/** The URL of a scenario: the complete state of the screen. */
import type { Market } from "@etesian/interface";
import type { ComparedView } from "../../charts/compared.ts";
import type { Move, Question, Scope } from "../explore/questions.ts";
import type { CustomChart } from "../custom-query/custom-charts.ts";
import type { View } from "./ViewLinks.tsx";

export interface WorkbenchSearch {
  readonly slide?: string | undefined;
  /** The panes (`panes.ts`). */
  readonly charts?: string | undefined;
  /** Charts of user-defined queries. */
  readonly own?: readonly CustomChart[] | undefined;
  /** The chart of the presentation that is shown. */
  readonly chart?: string | undefined;
  /** The charts of the report, in the format of `charts`; the board's if absent. */
  readonly report?: string | undefined;
  /** The text of the report. */
  readonly text?: string | undefined;
  /** The chosen headline numbers (`chosen-numbers.ts`); if absent, the stored choice or the model's list. */
  readonly numbers?: string | undefined;
  /** Opens a new copy of the scenario instead of the scenario. */
  readonly copy?: true | undefined;
  /** The ID of a scenario to compare with, or several separated by commas. */
  readonly cmp?: string | number | undefined;
  /** The scenarios of a path, including this one, and the stored path to which they belong. */
  readonly path?: string | number | undefined;
  readonly collection?: number | undefined;
  /** How charts show compared scenarios; side by side if absent. */
  readonly compared?: ComparedView | undefined;
  /** The headline number whose effects the differences show, and the ID of the scenario to which they lead. */
  readonly effect?: string | undefined;
  readonly toward?: number | undefined;
  /** The selected hour and the part of the year that is shown (`hours-view.ts`). */
  readonly h?: string | number | undefined;
  /** The query whose explanation replaces the sliders, and the node whose page is shown. */
  readonly why?: string | undefined;
  readonly node?: string | undefined;
  /** The market whose hours are shown. */
  readonly market?: Market | undefined;
  /** Locked members of share groups, separated by commas. */
  readonly lock?: string | undefined;
  /** The visited earlier version. */
  readonly v?: number | undefined;
  /** The question of an exploration, and the query that it is about. */
  readonly explore?: Question | undefined;
  readonly of?: string | undefined;
  /** Sliders that an exploration moves. */
  readonly scope?: Scope | undefined;
  /** How they move. */
  readonly move?: Move | undefined;
  /** The target that the number is to reach, in its unit. */
  readonly target?: number | undefined;
  /** Conditions on other numbers that results must meet (`conditions.ts`). */
  readonly keep?: string | undefined;
  /** Sliders whose ranges differ from the documented ones (`uncertain-ranges.ts`). */
  readonly ranges?: string | undefined;
  /** The number of variants of an exploration, or of the trajectories that determine it. */
  readonly n?: number | undefined;
  /** The sweep on the server whose results an exploration shows. */
  readonly run?: string | undefined;
  /** The shown comments (`comments-address.ts`). */
  readonly comments?: string | number | undefined;
  /** The screen; the workbench if absent. */
  readonly view?: View | undefined;
}

/** The URL of the same view of another scenario: without the visited version, which the other scenario lacks. */
export const keepView = (search: WorkbenchSearch): WorkbenchSearch => ({ ...search, v: undefined });
