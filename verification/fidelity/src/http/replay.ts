/** Replays requests that were sent to the reference against our server, and compares the responses. */

export interface Request {
  readonly method: string;
  readonly path: string;
  /** Text is sent unchanged, a form as a form, everything else as JSON. */
  readonly request?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const nameOf = ({ method, path, request }: Request): string =>
  `${method} ${path} ${JSON.stringify(request) ?? ""}`;

/**
 * Offset of the IDs of scenarios that do not exist here. Copies made during a replay get the IDs that follow the
 * existing ones.
 */
const ABSENT_OFFSET = 1_000_000;

export class Replay {
  readonly #url: string;
  /** The reference lets any caller couple groups; ours requires a token. */
  readonly #token: string;
  /** Our IDs of the reference's scenarios. */
  readonly #ids = new Map<number, number>();

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Our ID of a scenario of the reference; a scenario that only the reference has gets an unused ID. */
  idOf(id: number): number {
    return this.#ids.get(id) ?? ABSENT_OFFSET + id;
  }

  /**
   * Sends a request to our server. With `onCopy`, a PUT changes a copy of the scenario, so that the scenario itself
   * remains the same as the reference's.
   */
  async send({ method, path, request, headers }: Request, onCopy: boolean): Promise<{ status: number; body: unknown }> {
    const url = new URL(path, "http://x");
    const [, referenceId] = /^\/scenarios\/(\d+)/.exec(url.pathname) ?? [];
    const targetId =
      referenceId === undefined
        ? null
        : onCopy && method === "PUT"
          ? await this.copyOf(this.idOf(Number(referenceId)))
          : this.idOf(Number(referenceId));
    const translateIds = (ids: string): string => ids.replaceAll(/\d+/g, (id) => String(this.idOf(Number(id))));
    const translatedPath =
      targetId === null ? path : path.replace(/\d+/, String(targetId)).replace(/(?<=,)[\d,]+(?=\/)/, translateIds);
    const isForm = typeof request === "string" && !/^[{[]/.test(request);
    const body =
      typeof request === "string" || request instanceof FormData
        ? request
        : request === undefined
          ? null
          : JSON.stringify(this.translate(request));
    const response = await fetch(`${this.#url}/api/v3${translatedPath}`, {
      method,
      headers: {
        ...(url.pathname.endsWith("couple") ? { authorization: `Bearer ${this.#token}` } : {}),
        ...headers,
        ...(typeof body !== "string"
          ? {}
          : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      body,
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  async copyOf(id: number): Promise<number> {
    const { body } = await this.send(
      { method: "POST", path: "/scenarios", request: JSON.stringify({ scenario_id: id }) },
      false,
    );
    return (body as { id: number }).id;
  }

  /** Replaces the reference's IDs in a request with ours. */
  translate(request: unknown): unknown {
    return JSON.parse(JSON.stringify(request), (key, value: unknown) => {
      if (key === "scenario_ids" && Array.isArray(value)) return value.map((id) => this.idOf(Number(id)));
      if (!ID_FIELDS.has(key)) return value;
      const id = this.idOf(Number(value));
      return typeof value === "string" && !Number.isNaN(id) ? String(id) : Number.isNaN(id) ? value : id;
    }) as unknown;
  }

  /** Stores the IDs of scenarios that both servers created. */
  recordIds(expected: unknown, actual: unknown): void {
    if (Array.isArray(expected) && Array.isArray(actual)) {
      for (const [index, item] of expected.entries()) this.recordIds(item, actual[index]);
      return;
    }
    const [a, b] = [expected, actual] as { readonly id?: number }[];
    if (a?.id !== undefined && b?.id !== undefined) this.#ids.set(a.id, b.id);
  }

  /**
   * Differences between our response and the reference's: every field of the reference's, with numbers within
   * 1e-9, including numbers in strings.
   */
  differences(actual: unknown, expected: unknown, path: string): readonly string[] {
    const difference = [
      `${path}: ${JSON.stringify(actual)?.slice(0, 200)} for ${JSON.stringify(expected)?.slice(0, 200)}`,
    ];
    if (typeof expected === "number") {
      return typeof actual === "number" && Math.abs(actual - expected) <= 1e-9 * Math.abs(expected) ? [] : difference;
    }
    if (typeof expected === "string") {
      if (typeof actual !== "string") return difference;
      if (expected.length === TRUNCATED_LENGTH) {
        const completeCells = cellsOf(expected).slice(0, -1);
        return this.differences(cellsOf(actual).slice(0, completeCells.length), completeCells, path);
      }
      const [a, b] = [actual, expected].map((text) => text.match(DECIMALS)?.map(Number) ?? []);
      return actual.replaceAll(DECIMALS, "#") === expected.replaceAll(DECIMALS, "#")
        ? this.differences(a, b, path)
        : difference;
    }
    if (Array.isArray(expected)) {
      if (!Array.isArray(actual)) return difference;
      const items = expected.filter((item) => !isShortened(item));
      if (items.length === expected.length && actual.length !== expected.length) return difference;
      return items.flatMap((item, index) => this.differences(actual[index], item, `${path}[${index}]`));
    }
    if (typeof expected === "object" && expected !== null) {
      if (typeof actual !== "object" || actual === null) return difference;
      const fields = actual as Readonly<Record<string, unknown>>;
      const isOmitted = (key: string): boolean =>
        isShortened(key) || NOT_COMPARED.has(key) || ("overrides" in expected && STORED_CURVE_FIELDS.has(key));
      const missingKeys = Object.keys(expected).filter((key) => !isOmitted(key) && !(key in fields));
      const addedKeys = path.endsWith("_values") ? Object.keys(fields).filter((key) => !(key in expected)) : [];
      return [
        ...missingKeys.map((key) => `${path}.${key} is missing`),
        ...addedKeys.map((key) => `${path}.${key} is not expected`),
        ...Object.entries(expected)
          .filter(([key]) => !isOmitted(key))
          .flatMap(([key, value]) =>
            this.differences(
              fields[key],
              IDS.has(key) && path.startsWith("body") ? (this.#ids.get(Number(value)) ?? value) : value,
              `${path}.${key}`,
            ),
          ),
      ];
    }
    return actual === expected ? [] : difference;
  }
}

/** Number of characters to which the reference's files truncate tables. */
const TRUNCATED_LENGTH = 500;
const cellsOf = (table: string): string[] => table.split(/(?<=[,\n])/);

const DECIMALS = /\d+\.\d+/g;
const NOT_COMPARED = new Set(["created_at", "updated_at", "last_updated_at", "url"]);
/**
 * Fields of an attached curve: how the reference stores it, and its numbers, which are compared through the download.
 */
const STORED_CURVE_FIELDS = new Set(["date", "name", "size", "series"]);
const ID_FIELDS = new Set(["scenario_id", "preset_scenario_id", "start_scenario_id"]);
const IDS = new Set(["id", "template"]);
const isShortened = (text: unknown): boolean => typeof text === "string" && text.startsWith("…");
