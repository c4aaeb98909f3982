/**
 * Clients' values at the services other than `scenarios`, each written repeatedly by one client. A read has to return
 * the last acknowledged value, or a later one whose write got no response.
 */
import type { HttpResponse } from "./server.ts";

const HOURS = 8_760;
/** A price curve, which is stored as uploaded. */
const CURVE = "interconnector_1_price";

/** Sends a request with the token of the register's owner. */
type RequestSender = (method: string, path: string, body?: unknown) => Promise<HttpResponse>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Register {
  /** Name of the service. */
  readonly name: string;
  /** The request that writes a value, a string such as "op-12". */
  readonly write: (value: string) => Request;
  readonly read: Request;
  /** The value in the response to `read`. */
  readonly valueIn: (body: unknown) => unknown;
}

/**
 * Creates the resources that hold the values: a saved scenario, a scenario with a curve. @throws if one cannot be
 * created.
 */
export async function makeRegisters(send: RequestSender): Promise<readonly Register[]> {
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: result } = await send("POST", path, body);
    if (status !== 200 && status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(result)}`);
    return (result as { readonly id: number }).id;
  };
  const scenario = await create("/scenarios", { scenario: {} });
  const savedScenario = await create("/saved_scenarios", { saved_scenario: { scenario_id: scenario, title: "op-0" } });
  const curve = `/scenarios/${scenario}/custom_curves/${CURVE}`;
  return [
    {
      name: "saved-scenarios",
      write: (title) => ({
        method: "PUT",
        path: `/saved_scenarios/${savedScenario}`,
        body: { saved_scenario: { title } },
      }),
      read: { method: "GET", path: `/saved_scenarios/${savedScenario}` },
      valueIn: (body) => (body as { readonly title?: string }).title,
    },
    {
      name: "curves",
      write: (name) => ({ method: "PUT", path: curve, body: curveForm(name) }),
      read: { method: "GET", path: `${curve}.csv` },
      valueIn: (body) => `op-${Number(String(body).split("\n")[0])}`,
    },
    {
      name: "accounts",
      write: (name) => ({ method: "PUT", path: "/user", body: { user: { name } } }),
      // No request reads the name, so it is read by an update that changes nothing.
      read: { method: "PUT", path: "/user", body: { user: {} } },
      valueIn: (body) => (body as { readonly name?: string }).name,
    },
  ];
}

/** A file whose numbers encode its value. */
function curveForm(name: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([`${name.slice("op-".length)}\n`.repeat(HOURS)]), `${name}.csv`);
  return form;
}
