/** The audit of figures: every check on every scenario of some areas, and the faults found. */
import { CalculationError } from "@etesian/engine";
import type { InterfaceDocuments } from "@etesian/interface";
import type { Model, OnProgress } from "@etesian/model";
import { CalculationFault } from "@etesian/numeric";
import { examplesOf } from "@etesian/compute/interface-of";
import { AuditedModel } from "./audited-model.ts";
import { AuditedScenario } from "./audited-scenario.ts";
import type { CheckedSubject, Fault, Subject } from "./check.ts";
import { type CheckName, CHECKS } from "./checks.ts";
import { END_YEAR, variants } from "./scenarios.ts";

export interface AuditOptions {
  readonly checks: readonly CheckName[];
  readonly areas: readonly string[];
  /** Also checks each technology alone, in addition to all together. */
  readonly withAllVariants: boolean;
  readonly onProgress: OnProgress;
  /** Replaces the model's documents. */
  readonly documents?: InterfaceDocuments;
}

/** A fault in the scenario where it is largest, and the number of scenarios of its area that have it. */
export interface FoundFault extends Fault {
  readonly check: CheckName;
  readonly scenario: string;
  readonly scenarios: number;
  /** The reason for accepting it (`interface/differences.yml`); null if it is not accepted. */
  readonly documented: string | null;
}

export interface AreaAudit {
  readonly area: string;
  readonly scenarios: number;
  /** Number of checked subjects, by kind. */
  readonly checked: { readonly [subject in Subject]: number };
  readonly faults: readonly FoundFault[];
}

export interface AuditReport {
  readonly areas: readonly AreaAudit[];
  /** Documented differences that no check found. */
  readonly unused: readonly string[];
}

type Difference = InterfaceDocuments["differences"][number];

/** @throws AreaNotComputableError, UnknownAreaError */
export async function auditFigures(
  model: Model,
  { checks, areas, withAllVariants, onProgress, documents }: AuditOptions,
): Promise<AuditReport> {
  const auditedModel = new AuditedModel(model, documents);
  const { differences } = auditedModel.documents;
  const { examples } = examplesOf(model);
  const usedDifferences = new Set<Difference>();
  const evidence = new Set<string>();
  const results: AreaAudit[] = [];
  for (const area of areas) {
    const dataset = await model.dataset(area);
    const findings = new Findings(differences, usedDifferences, evidence);
    for (const name of checks) {
      const check = CHECKS[name];
      if (check.scope === "model") findings.add(name, check.subjects, "the model", check.run(auditedModel));
    }
    const { engine } = auditedModel;
    const scenarioVariants = [...variants(engine.inputs(dataset, END_YEAR), area, withAllVariants, examples)];
    for (const [index, { name: scenario, recipe }] of scenarioVariants.entries()) {
      onProgress(`${area}: ${scenario}`, (results.length + index / scenarioVariants.length) / areas.length);
      try {
        const solution = engine.solve(dataset, recipe);
        const auditedScenario = new AuditedScenario(auditedModel, area, solution, dataset);
        for (const name of checks) {
          const check = CHECKS[name];
          if (check.scope === "scenario") findings.add(name, check.subjects, scenario, check.run(auditedScenario));
        }
        solution.release();
      } catch (error) {
        if (!(error instanceof CalculationError) && !(error instanceof CalculationFault)) throw error;
        // A scenario that cannot be calculated shows no figures.
      }
    }
    results.push({ area, scenarios: scenarioVariants.length, ...findings.result() });
  }
  const commonNames = commonFaults(results);
  const unused = differences.filter(
    (difference) => checks.includes(difference.check as CheckName) && !usedDifferences.has(difference),
  );
  const auditedAreas = results.map((area) => ({
    ...area,
    faults: area.faults.filter(
      (fault) =>
        (fault.isEverywhere !== true || commonNames.has(nameOf(fault))) &&
        fault.refutedBy?.some((item) => evidence.has(item)) !== true,
    ),
  }));
  return { areas: auditedAreas, unused: unused.map(({ check, of, part }) => [check, of, part ?? ""].join(" ").trim()) };
}

const nameOf = ({ check, subject, part }: FoundFault): string => JSON.stringify([check, subject, part]);

/** Keys of the faults that occur in every area. */
const commonFaults = (areas: readonly AreaAudit[]): ReadonlySet<string> =>
  areas
    .map(({ faults }) => new Set(faults.map(nameOf)))
    .reduce((common, names) => common.intersection(names), new Set(areas[0]?.faults.map(nameOf)));

/** The checks' findings in the scenarios of one area. */
class Findings {
  readonly #differences: readonly Difference[];
  readonly #usedDifferences: Set<Difference>;
  readonly #evidence: Set<string>;
  readonly #checkedSubjects: { readonly [subject in Subject]: Set<string> } = {
    charts: new Set(),
    headlines: new Set(),
    exports: new Set(),
    units: new Set(),
  };
  readonly #faults = new Map<string, FoundFault>();
  /** The scenarios of each fault. */
  readonly #scenarios = new Map<string, Set<string>>();

  constructor(differences: readonly Difference[], usedDifferences: Set<Difference>, evidence: Set<string>) {
    this.#differences = differences;
    this.#usedDifferences = usedDifferences;
    this.#evidence = evidence;
  }

  add(check: CheckName, subjects: Subject, scenario: string, results: Iterable<CheckedSubject>): void {
    for (const { subject, faults, evidence = [] } of results) {
      this.#checkedSubjects[subjects].add(subject);
      for (const item of evidence) this.#evidence.add(item);
      for (const fault of faults) this.#record(check, scenario, fault);
    }
  }

  #record(check: CheckName, scenario: string, fault: Fault): void {
    const key = JSON.stringify([check, fault.subject, fault.part, fault.unit]);
    const previousFault = this.#faults.get(key);
    const difference = this.#differences.find(
      ({ check: name, of, part }) => name === check && of === fault.subject && (part === null || part === fault.part),
    );
    if (difference !== undefined) this.#usedDifferences.add(difference);
    const isLarger = previousFault === undefined || Math.abs(fault.missing ?? 0) > Math.abs(previousFault.missing ?? 0);
    const reportedFault = isLarger ? { ...fault, check, scenario } : previousFault;
    const scenarios = this.#scenarios.getOrInsertComputed(key, () => new Set()).add(scenario);
    this.#faults.set(key, { ...reportedFault, scenarios: scenarios.size, documented: difference?.reason ?? null });
  }

  result(): Pick<AreaAudit, "checked" | "faults"> {
    const { charts, headlines, exports, units } = this.#checkedSubjects;
    return {
      checked: { charts: charts.size, headlines: headlines.size, exports: exports.size, units: units.size },
      faults: [...this.#faults.values()],
    };
  }
}
