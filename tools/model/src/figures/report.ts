/** The report of an audit as lines of text. */
import { timestampOf } from "@etesian/numeric";
import type { AreaAudit, AuditReport, FoundFault } from "./audit.ts";
import { formatFigure } from "./gaps.ts";

/** Faults, each with its area and the scenario in which it is largest, then a table with a line for each area. */
export function reportLines({ areas, unused }: AuditReport): readonly string[] {
  return [
    ...areas.flatMap((area) => area.faults.filter(isOpen).map((fault) => faultLine(area, fault))),
    ...unused.map((difference) => `interface/differences.yml: ${difference}: no check finds it any more`),
    ...table([
      ["area", "scenarios", "charts", "headlines", "exports", "units", "faults", "documented"],
      ...areas.map(({ area, scenarios, checked, faults }) => {
        const openCount = faults.filter(isOpen).length;
        const { charts, headlines, exports, units } = checked;
        return [
          area,
          ...[scenarios, charts, headlines, exports, units, openCount, faults.length - openCount].map(String),
        ];
      }),
    ]),
  ];
}

/** Faults that no document accepts. */
export const openFaults = ({ areas }: AuditReport): readonly FoundFault[] =>
  areas.flatMap(({ faults }) => faults.filter(isOpen));

const isOpen = ({ documented }: FoundFault): boolean => documented === null;

function faultLine({ area, scenarios: scenarioCount }: AreaAudit, fault: FoundFault): string {
  const { check, subject, part, hour, missing, unit, message, scenario, scenarios } = fault;
  const amount =
    missing === null
      ? ""
      : `; ${formatFigure(Math.abs(missing))} ${unit} ${missing > 0 ? "missing" : "too much"}`.trimEnd();
  const location = [subject, ...(part === null ? [] : [part]), ...(hour === null ? [] : [dateOf(hour)])].join(", ");
  return `${area}: ${check}: ${location}: ${message}${amount} (${scenario}; in ${String(scenarios)} of ${String(scenarioCount)} scenarios)`;
}

/** `03-13 19:00 (hour 1723)`, without a year. */
const dateOf = (hour: number): string => `${timestampOf(0, hour).slice(2)} (hour ${String(hour)})`;

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  "),
  );
}
