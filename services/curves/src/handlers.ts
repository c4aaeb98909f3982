/** Implements the service's contract. */
import { type Clock, systemClock } from "@etesian/clock";
import { curveTypeOf, InvalidMessageError } from "@etesian/contracts/codecs";
import { type Curve, CurvesServiceDefinition } from "@etesian/contracts/curves";
import { curveSetEvents } from "@etesian/contracts/events/curve-set";
import { SCENARIOS } from "@etesian/contracts/limits";
import { Aggregates, eventCodec, type EventStore, type Outcome } from "@etesian/event-store";
import { storeErrors } from "@etesian/event-store/rpc";
import { decimalText } from "@etesian/numeric";
import { type Call, type Handlers, RpcError, serve, type ServedService, status } from "@etesian/service-kit";
import { toCalculationCurve } from "@etesian/sliders";
import { readCurveFile } from "./curve-file.ts";
import { type CurveFile, type CurveSet, curveSet as decider, numberOf, type Refusal } from "./curve-set.ts";
import { bytesOf, CorruptCurveError, type CurveValueStore, valuesOf } from "./curve-value-store.ts";
import { statisticsOf } from "./statistics.ts";
import { streamOf } from "./uses.ts";

/** The service with its handlers. */
export function curvesService(store: EventStore, numbers: CurveValueStore, clock: Clock = systemClock): ServedService {
  const sets = new Aggregates({ store, codec: eventCodec(curveSetEvents), decider, streamOf, clock });

  async function filesOf(scenario: number, fileNumbers: readonly number[]): Promise<readonly Curve[]> {
    const { state } = await sets.load(scenario);
    return fileNumbers.map((number) => curveOf(state, scenario, number));
  }

  /** Adds files that the set lacks and whose values are stored already; returns all with their numbers in the set. */
  async function add(scenario: number, files: readonly CurveFile[], call: Call): Promise<readonly Curve[]> {
    await numbers.reserveScenario(scenario);
    const { state } = stateOrError(scenario, await sets.handle(scenario, { type: "Keep", files }, causeOf(call)));
    return files.map((file) => {
      const number = numberOf(state, file);
      if (number === null) throw new Error(`the set of scenario ${scenario} lacks a file that was added`);
      return curveOf(state, scenario, number);
    });
  }

  async function numbersOf(hash: string): Promise<Buffer> {
    const content = await numbers.read(hash);
    if (content === null) throw missingNumbers(hash);
    return content;
  }

  const handlers: Handlers<CurvesServiceDefinition> = {
    async keepCurve({ scenario, key, type: typeName, fileName, content, source }, call) {
      const type = curveTypeOf(typeName);
      const read = readCurveFile(type, content);
      if ("problems" in read) {
        return {
          outcome: { $case: "rejection", value: { problems: read.problems.map((problem) => ({ ...problem })) } },
          warnings: [],
        };
      }
      // Values are stored before the event that refers to them, so that a crash in between leaves no event without
      // values.
      const hash = await numbers.keep(bytesOf(read.values));
      const file: CurveFile = {
        key,
        type,
        hash,
        fileName,
        size: content.byteLength,
        keptAt: clock.now().toISOString(),
        statistics: statisticsOf(type, read.values),
        source: source ?? null,
      };
      const [value] = await add(scenario, [file], call);
      return { outcome: { $case: "curve", value: value! }, warnings: [...read.warnings] };
    },

    async getCurves({ scenario, numbers: fileNumbers }) {
      return { curves: [...(await filesOf(scenario, fileNumbers))] };
    },

    async copyCurves({ from, numbers: fileNumbers, to }, call) {
      const { state } = await sets.load(from);
      const files = fileNumbers.map((number) => fileOf(state, from, number));
      for (const { hash } of files) if (!(await numbers.renew(hash))) throw missingNumbers(hash);
      return { curves: [...(await add(to, files, call))] };
    },

    async dropCurves({ scenario }, call) {
      stateOrError(scenario, await sets.handle(scenario, { type: "Drop" }, causeOf(call)));
      return {};
    },

    async downloadCurve({ scenario, number }) {
      const { state } = await sets.load(scenario);
      const { hash, type, fileName } = fileOf(state, scenario, number);
      const storedValues = valuesOf(await numbersOf(hash));
      const values = type === "profile" ? toCalculationCurve(type, storedValues) : storedValues;
      return { fileName, text: Array.from(values, (value) => `${decimalText(value)}\n`).join("") };
    },

    async readNumbers({ hash }) {
      return { numbers: await numbersOf(hash) };
    },
  };

  return serve(CurvesServiceDefinition, handlers, toRpcError);
}

/** Without an idempotency key: the caller's key identifies a change to a scenario, and a set holds each file once. */
const causeOf = ({ actor, requestId }: Call) => ({ actor, correlationId: requestId });

function stateOrError(scenario: number, outcome: Outcome<CurveSet, Refusal>) {
  if (!("refusal" in outcome)) return outcome;
  if (outcome.refusal === "dropped") throw noFile(`Scenario ${scenario} has been deleted`);
  throw new RpcError(
    status.FAILED_PRECONDITION,
    `A scenario holds at most ${SCENARIOS.curveFiles} files; copy the scenario to add more`,
    {
      reason: "history_full",
    },
  );
}

function fileOf(set: CurveSet, scenario: number, number: number): CurveFile {
  const file = set.status === "open" ? set.files[number - 1] : undefined;
  if (file === undefined) throw noFile(`Scenario ${scenario} has no file ${number}`);
  return file;
}

const noFile = (message: string): RpcError => new RpcError(status.NOT_FOUND, message, { reason: "not_found" });
/** An event refers to missing values. */
const missingNumbers = (hash: string): RpcError =>
  new RpcError(status.DATA_LOSS, `The values of the curve ${hash} are missing: upload it again, or detach it`);

function curveOf(set: CurveSet, scenario: number, number: number): Curve {
  const { keptAt, statistics, source, ...facts } = fileOf(set, scenario, number);
  const { fullLoadHours, ...otherStatistics } = statistics;
  return {
    ...facts,
    number,
    keptAt: new Date(keptAt),
    statistics: { ...otherStatistics, fullLoadHours: fullLoadHours ?? undefined },
    source: source ?? undefined,
  };
}

function toRpcError(error: unknown): RpcError | null {
  if (error instanceof InvalidMessageError) return new RpcError(status.INVALID_ARGUMENT, error.message);
  if (error instanceof CorruptCurveError) return new RpcError(status.DATA_LOSS, error.message, { cause: error });
  return storeErrors(error);
}
