/** Validation of the fields of saved scenarios and collections in requests. */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import { REQUESTS, SAVED, SCENARIOS, TEXTS } from "@etesian/contracts/limits";
import type { CollectionFields, SavedScenarioFields, SentIds } from "@etesian/contracts/saved-scenarios";
import { parseFlag } from "@etesian/contracts/flags";
import type { Problem } from "@etesian/contracts/scenarios";

/** A field's value in a request; undefined if the request does not have the field. */
type FieldValue = ReturnType<typeof scalarCodec.fromMessage> | undefined;

/** The valid value of a field (undefined if the request does not have it), or the problem with it. */
type FieldResult<T> = { readonly value: T | undefined } | { readonly problem: string };

/** Form bodies send numbers as digits. */
const toNumber = (value: FieldValue): FieldValue =>
  typeof value === "string" && /^[0-9]{1,10}$/.test(value) ? Number(value) : value;

const isBlank = (value: FieldValue): value is null | "" => value === null || value === "";

function readText(value: FieldValue, limit: number): FieldResult<string> {
  if (value === undefined) return { value: undefined };
  if (isBlank(value)) return { problem: "must be filled" };
  if (typeof value !== "string") return { problem: "must be a string" };
  if (value.length > limit) return { problem: `is too long (maximum is ${limit} characters)` };
  return value.trim() === "" ? { problem: "must be filled" } : { value };
}

const readTitle = (value: FieldValue): FieldResult<string> =>
  typeof value === "string" && /\p{Cc}/u.test(value)
    ? { problem: "can not have control characters" }
    : readText(value, TEXTS.titleLength);

/** An optional text; null if empty. */
const readOptionalText = (value: FieldValue, limit: number): FieldResult<string | null> =>
  isBlank(value) ? { value: null } : readText(value, limit);

/** Reads an id. A number outside the range of ids becomes 0, which is not the id of any resource. */
function readId(value: FieldValue): FieldResult<number> {
  if (value === undefined) return { value: undefined };
  if (isBlank(value)) return { problem: "must be filled" };
  const id = toNumber(value);
  if (typeof id !== "number" || !Number.isInteger(id)) return { problem: "must be an integer" };
  return { value: id >= 1 && id <= REQUESTS.id ? id : 0 };
}

function readYear(value: FieldValue): FieldResult<number | null> {
  if (value === undefined || isBlank(value)) return { value: value === undefined ? undefined : null };
  const year = toNumber(value);
  if (typeof year !== "number" || !Number.isInteger(year)) return { problem: "must be an integer" };
  return year >= 1 && year <= SCENARIOS.lastYear
    ? { value: year }
    : { problem: `must be from 1 to ${SCENARIOS.lastYear}` };
}

function readFlag(value: FieldValue): FieldResult<boolean> {
  if (value === undefined) return { value: undefined };
  const flag = parseFlag(value);
  return flag === null ? { problem: "must be boolean" } : { value: flag };
}

function readIds(idList: SentIds | undefined): FieldResult<readonly number[]> {
  if (idList === undefined) return { value: undefined };
  if (!idList.isList) return { problem: "must be an array" };
  if (idList.items.length > SAVED.ids) return { problem: `size cannot be greater than ${SAVED.ids}` };
  const ids = idList.items.map((item) => toNumber(scalarCodec.fromMessage(item)));
  const areIds = ids.every((id) => typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= REQUESTS.id);
  return areIds ? { value: [...new Set(ids as number[])] } : { problem: "must have positive integers" };
}

/** Reads fields one by one and collects their problems. */
class FieldReader {
  readonly problems: Problem[] = [];
  readonly #required: readonly string[];

  constructor(required: readonly string[]) {
    this.#required = required;
  }

  take<T>(attribute: string, result: FieldResult<T>): T | undefined {
    if ("problem" in result) this.problems.push({ attribute, message: result.problem });
    else if (result.value !== undefined) return result.value;
    else if (this.#required.includes(attribute)) this.problems.push({ attribute, message: "is missing" });
    return undefined;
  }
}

const fieldValue = (message: Scalar | undefined): FieldValue =>
  message === undefined ? undefined : scalarCodec.fromMessage(message);

/** Returns the valid fields, and the problems with the others. Fields in `required` must be present. */
export function readFields(requestFields: SavedScenarioFields | undefined, required: readonly string[]) {
  const reader = new FieldReader(required);
  const fields = {
    scenario: reader.take("scenario_id", readId(fieldValue(requestFields?.scenarioId))),
    title: reader.take("title", readTitle(fieldValue(requestFields?.title))),
    description: reader.take(
      "description",
      readOptionalText(fieldValue(requestFields?.description), TEXTS.descriptionLength),
    ),
    private: reader.take("private", readFlag(fieldValue(requestFields?.private))),
    discarded: reader.take("discarded", readFlag(fieldValue(requestFields?.discarded))),
  };
  return { fields, problems: reader.problems };
}

/** Like `readFields`, for a collection. */
export function readCollectionFields(collectionFields: CollectionFields | undefined, required: readonly string[]) {
  const reader = new FieldReader(required);
  const fields = {
    title: reader.take("title", readTitle(fieldValue(collectionFields?.title))),
    area: reader.take("area_code", readOptionalText(fieldValue(collectionFields?.areaCode), TEXTS.titleLength)),
    endYear: reader.take("end_year", readYear(fieldValue(collectionFields?.endYear))),
    interpolation: reader.take("interpolation", readFlag(fieldValue(collectionFields?.interpolation))),
    discarded: reader.take("discarded", readFlag(fieldValue(collectionFields?.discarded))),
    savedScenarios: reader.take("saved_scenario_ids", readIds(collectionFields?.savedScenarioIds)),
    scenarios: reader.take("scenario_ids", readIds(collectionFields?.scenarioIds)),
  };
  return { fields, problems: reader.problems };
}
