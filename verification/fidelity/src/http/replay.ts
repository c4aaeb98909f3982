/** Replays requests that were sent to the reference against our server, and compares the answers. */

export interface Request {
  readonly method: string;
  readonly path: string;
  /** Text is sent unchanged, a form as a form, everything else as JSON. */
  readonly request?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const nameOf = ({ method, path, request }: Request): string =>
  `${method} ${path} ${JSON.stringify(request) ?? ""}`;

/** Offset of ids of scenarios that do not exist here: copies made during a replay take the ids that follow. */
const ABSENT = 1_000_000;

export class Replay {
  readonly #url: string;
  /** The reference lets any caller couple groups; ours requires a token. */
  readonly #token: string;
  /** Our ids of the reference's scenarios. */
  readonly #ids = new Map<number, number>();

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Our id of a scenario of the reference; a scenario that only the reference has gets an id that no scenario has. */
  idOf(id: number): number {
    return this.#ids.get(id) ?? ABSENT + id;
  }

  /**
   * Sends a request to our server. With `onCopy`, a PUT changes a copy of the scenario, so that the scenario itself stays
   * the same as the reference's.
   */
  async ask({ method, path, request, headers }: Request, onCopy: boolean): Promise<{ status: number; body: unknown }> {
    const url = new URL(path, "http://x");
    const [, theirs] = /^\/scenarios\/(\d+)/.exec(url.pathname) ?? [];
    const ours =
      theirs === undefined
        ? null
        : onCopy && method === "PUT"
          ? await this.copyOf(this.idOf(Number(theirs)))
          : this.idOf(Number(theirs));
    const others = (ids: string): string => ids.replaceAll(/\d+/g, (id) => String(this.idOf(Number(id))));
    const translated = ours === null ? path : path.replace(/\d+/, String(ours)).replace(/(?<=,)[\d,]+(?=\/)/, others);
    const form = typeof request === "string" && !/^[{[]/.test(request);
    const body =
      typeof request === "string" || request instanceof FormData
        ? request
        : request === undefined
          ? null
          : JSON.stringify(this.translate(request));
    const response = await fetch(`${this.#url}/api/v3${translated}`, {
      method,
      headers: {
        ...(url.pathname.endsWith("couple") ? { authorization: `Bearer ${this.#token}` } : {}),
        ...headers,
        ...(typeof body !== "string"
          ? {}
          : { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      body,
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  async copyOf(id: number): Promise<number> {
    const { body } = await this.ask(
      { method: "POST", path: "/scenarios", request: JSON.stringify({ scenario_id: id }) },
      false,
    );
    return (body as { id: number }).id;
  }

  /** Replaces the reference's ids in a request with ours. */
  translate(request: unknown): unknown {
    return JSON.parse(JSON.stringify(request), (key, value: unknown) => {
      if (key === "scenario_ids" && Array.isArray(value)) return value.map((id) => this.idOf(Number(id)));
      if (!ID_FIELDS.has(key)) return value;
      const id = this.idOf(Number(value));
      return typeof value === "string" && !Number.isNaN(id) ? String(id) : Number.isNaN(id) ? value : id;
    }) as unknown;
  }

  /** Stores the ids of scenarios that both servers created. */
  recordIds(theirs: unknown, ours: unknown): void {
    if (Array.isArray(theirs) && Array.isArray(ours)) {
      for (const [index, one] of theirs.entries()) this.recordIds(one, ours[index]);
      return;
    }
    const [a, b] = [theirs, ours] as { readonly id?: number }[];
    if (a?.id !== undefined && b?.id !== undefined) this.#ids.set(a.id, b.id);
  }

  /**
   * Differences between our answer and the reference's: every field of the reference's, with numbers within
   * 1e-9, including numbers in texts.
   */
  differences(ours: unknown, theirs: unknown, place: string): readonly string[] {
    const differ = [`${place}: ${JSON.stringify(ours)?.slice(0, 200)} for ${JSON.stringify(theirs)?.slice(0, 200)}`];
    if (typeof theirs === "number") {
      return typeof ours === "number" && Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs) ? [] : differ;
    }
    if (typeof theirs === "string") {
      if (typeof ours !== "string") return differ;
      if (theirs.length === TEXT_SHOWN) {
        const whole = cellsOf(theirs).slice(0, -1);
        return this.differences(cellsOf(ours).slice(0, whole.length), whole, place);
      }
      const [a, b] = [ours, theirs].map((text) => text.match(DECIMALS)?.map(Number) ?? []);
      return ours.replaceAll(DECIMALS, "#") === theirs.replaceAll(DECIMALS, "#")
        ? this.differences(a, b, place)
        : differ;
    }
    if (Array.isArray(theirs)) {
      if (!Array.isArray(ours)) return differ;
      const items = theirs.filter((item) => !isShortened(item));
      if (items.length === theirs.length && ours.length !== theirs.length) return differ;
      return items.flatMap((item, index) => this.differences(ours[index], item, `${place}[${index}]`));
    }
    if (typeof theirs === "object" && theirs !== null) {
      if (typeof ours !== "object" || ours === null) return differ;
      const fields = ours as Readonly<Record<string, unknown>>;
      const isLeftOut = (key: string): boolean =>
        isShortened(key) || NOT_COMPARED.has(key) || ("overrides" in theirs && STORED_CURVE_FIELDS.has(key));
      const missing = Object.keys(theirs).filter((key) => !isLeftOut(key) && !(key in fields));
      const added = place.endsWith("_values") ? Object.keys(fields).filter((key) => !(key in theirs)) : [];
      return [
        ...missing.map((key) => `${place}.${key} is missing`),
        ...added.map((key) => `${place}.${key} is not expected`),
        ...Object.entries(theirs)
          .filter(([key]) => !isLeftOut(key))
          .flatMap(([key, value]) =>
            this.differences(
              fields[key],
              IDS.has(key) && place.startsWith("body") ? (this.#ids.get(Number(value)) ?? value) : value,
              `${place}.${key}`,
            ),
          ),
      ];
    }
    return ours === theirs ? [] : differ;
  }
}

/** Number of characters to which the reference's files truncate tables. */
const TEXT_SHOWN = 500;
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
