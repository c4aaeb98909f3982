/**
 * Values of clients at the services beside `scenarios`, each written again and again by one client. The last
 * acknowledged value has to be read back, or a later one without an answer.
 */
import type { Answer } from "./server.ts";

const HOURS = 8_760;
/** A curve of prices, which is kept as uploaded. */
const CURVE = "interconnector_1_price";

/** Sends a request with the token of the register's owner. */
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Register {
  /** Whose service it is. */
  readonly name: string;
  /** The request that writes a value, a text such as "op-12". */
  readonly write: (value: string) => Request;
  readonly read: Request;
  /** The value in the answer to `read`. */
  readonly valueIn: (body: unknown) => unknown;
}

/**
 * Makes the resources that hold the values: a saved scenario, a scenario with a curve. @throws when it cannot be made.
 */
export async function makeRegisters(ask: Ask): Promise<readonly Register[]> {
  const made = async (path: string, body: object): Promise<number> => {
    const { status, body: answer } = await ask("POST", path, body);
    if (status !== 200 && status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
    return (answer as { readonly id: number }).id;
  };
  const scenario = await made("/scenarios", { scenario: {} });
  const saved = await made("/saved_scenarios", { saved_scenario: { scenario_id: scenario, title: "op-0" } });
  const curve = `/scenarios/${scenario}/custom_curves/${CURVE}`;
  return [
    {
      name: "saved-scenarios",
      write: (title) => ({ method: "PUT", path: `/saved_scenarios/${saved}`, body: { saved_scenario: { title } } }),
      read: { method: "GET", path: `/saved_scenarios/${saved}` },
      valueIn: (body) => (body as { readonly title?: string }).title,
    },
    {
      name: "curves",
      write: (name) => ({ method: "PUT", path: curve, body: curveNamed(name) }),
      read: { method: "GET", path: `${curve}.csv` },
      valueIn: (body) => `op-${Number(String(body).split("\n")[0])}`,
    },
    {
      name: "accounts",
      write: (name) => ({ method: "PUT", path: "/user", body: { user: { name } } }),
      // There is no other way to ask: it changes nothing.
      read: { method: "PUT", path: "/user", body: { user: {} } },
      valueIn: (body) => (body as { readonly name?: string }).name,
    },
  ];
}

/** A file whose numbers encode its name. */
function curveNamed(name: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([`${name.slice("op-".length)}\n`.repeat(HOURS)]), `${name}.csv`);
  return form;
}
