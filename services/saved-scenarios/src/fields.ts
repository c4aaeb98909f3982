/** Validation of the fields of saved scenarios and collections in requests. */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import { REQUESTS, SAVED, SCENARIOS, TEXTS } from "@etesian/contracts/limits";
import type { CollectionFields, SavedScenarioFields, SentIds } from "@etesian/contracts/saved-scenarios";
import { parseFlag } from "@etesian/contracts/flags";
import type { Problem } from "@etesian/contracts/scenarios";

/** A received value; undefined if the field was not sent. */
type Sent = ReturnType<typeof scalarCodec.fromMessage> | undefined;

/** A field's value, undefined if it was not sent, or the problem with it. */
type Read<T> = { readonly value: T | undefined } | { readonly problem: string };

/** A number, which form bodies send as digits. */
const numberIn = (sent: Sent): Sent => (typeof sent === "string" && /^[0-9]{1,10}$/.test(sent) ? Number(sent) : sent);

const isBlank = (sent: Sent): sent is null | "" => sent === null || sent === "";

function readText(sent: Sent, limit: number): Read<string> {
  if (sent === undefined) return { value: undefined };
  if (isBlank(sent)) return { problem: "must be filled" };
  if (typeof sent !== "string") return { problem: "must be a string" };
  if (sent.length > limit) return { problem: `is too long (maximum is ${limit} characters)` };
  return sent.trim() === "" ? { problem: "must be filled" } : { value: sent };
}

const readTitle = (sent: Sent): Read<string> =>
  typeof sent === "string" && /\p{Cc}/u.test(sent)
    ? { problem: "can not have control characters" }
    : readText(sent, TEXTS.titleLength);

/** An optional text; null if empty. */
const readOptionalText = (sent: Sent, limit: number): Read<string | null> =>
  isBlank(sent) ? { value: null } : readText(sent, limit);

/** An id; 0, which no resource has, for numbers outside the range of ids. */
function readId(sent: Sent): Read<number> {
  if (sent === undefined) return { value: undefined };
  if (isBlank(sent)) return { problem: "must be filled" };
  const id = numberIn(sent);
  if (typeof id !== "number" || !Number.isInteger(id)) return { problem: "must be an integer" };
  return { value: id >= 1 && id <= REQUESTS.id ? id : 0 };
}

function readYear(sent: Sent): Read<number | null> {
  if (sent === undefined || isBlank(sent)) return { value: sent === undefined ? undefined : null };
  const year = numberIn(sent);
  if (typeof year !== "number" || !Number.isInteger(year)) return { problem: "must be an integer" };
  return year >= 1 && year <= SCENARIOS.lastYear
    ? { value: year }
    : { problem: `must be from 1 to ${SCENARIOS.lastYear}` };
}

function readFlag(sent: Sent): Read<boolean> {
  if (sent === undefined) return { value: undefined };
  const value = parseFlag(sent);
  return value === null ? { problem: "must be boolean" } : { value };
}

function readIds(sent: SentIds | undefined): Read<readonly number[]> {
  if (sent === undefined) return { value: undefined };
  if (!sent.isList) return { problem: "must be an array" };
  if (sent.items.length > SAVED.ids) return { problem: `size cannot be greater than ${SAVED.ids}` };
  const ids = sent.items.map((item) => numberIn(scalarCodec.fromMessage(item)));
  const isOfIds = ids.every((id) => typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= REQUESTS.id);
  return isOfIds ? { value: [...new Set(ids as number[])] } : { problem: "must have positive integers" };
}

/** Reads fields one by one and collects their problems. */
class Reader {
  readonly problems: Problem[] = [];
  readonly #required: readonly string[];

  constructor(required: readonly string[]) {
    this.#required = required;
  }

  take<T>(attribute: string, read: Read<T>): T | undefined {
    if ("problem" in read) this.problems.push({ attribute, message: read.problem });
    else if (read.value !== undefined) return read.value;
    else if (this.#required.includes(attribute)) this.problems.push({ attribute, message: "is missing" });
    return undefined;
  }
}

const sentIn = (message: Scalar | undefined): Sent =>
  message === undefined ? undefined : scalarCodec.fromMessage(message);

/** The valid fields, and the problems of the others; `required` fields must be present. */
export function readFields(sent: SavedScenarioFields | undefined, required: readonly string[]) {
  const reader = new Reader(required);
  const fields = {
    scenario: reader.take("scenario_id", readId(sentIn(sent?.scenarioId))),
    title: reader.take("title", readTitle(sentIn(sent?.title))),
    description: reader.take("description", readOptionalText(sentIn(sent?.description), TEXTS.descriptionLength)),
    private: reader.take("private", readFlag(sentIn(sent?.private))),
    discarded: reader.take("discarded", readFlag(sentIn(sent?.discarded))),
  };
  return { fields, problems: reader.problems };
}

/** The same for a collection. */
export function readCollectionFields(sent: CollectionFields | undefined, required: readonly string[]) {
  const reader = new Reader(required);
  const fields = {
    title: reader.take("title", readTitle(sentIn(sent?.title))),
    area: reader.take("area_code", readOptionalText(sentIn(sent?.areaCode), TEXTS.titleLength)),
    endYear: reader.take("end_year", readYear(sentIn(sent?.endYear))),
    interpolation: reader.take("interpolation", readFlag(sentIn(sent?.interpolation))),
    discarded: reader.take("discarded", readFlag(sentIn(sent?.discarded))),
    savedScenarios: reader.take("saved_scenario_ids", readIds(sent?.savedScenarioIds)),
    scenarios: reader.take("scenario_ids", readIds(sent?.scenarioIds)),
  };
  return { fields, problems: reader.problems };
}
