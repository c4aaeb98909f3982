/** The cost of authorization: the same requests without a token and with one. */
import {
  type Benchmark,
  percentile,
  type Print,
  printDistribution,
  printFigure,
  time,
} from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findSliders, type Slider } from "./sliders.ts";

const UPDATES = 300;
/** Limit on a token's cost (p50, ms). */
const LIMIT_MS = 1;

export const rightsBenchmark: Benchmark = {
  about: "reads and changes without a token and with one (part of http)",
  run: async (print) => {
    const server = await startServer();
    try {
      const scenario = { area_code: measuredModel.area, end_year: 2050 };
      const { id } = await server.send<{ id: number }>("POST", "/scenarios", { scenario });
      return await measureRights(server, print, await findSliders(server, id, 50));
    } finally {
      await server.stop();
    }
  },
};

/**
 * The cost of a token: alternates the same requests without and with one, on a private scenario of the token's owner.
 */
export async function measureRights(server: Server, print: Print, sliders: readonly Slider[]): Promise<boolean> {
  const token = await server.token();
  const scenario = { area_code: measuredModel.area, end_year: 2050 };
  const privateScenarioBody = { scenario: { ...scenario, private: true } };
  const privateScenario = await server.send<{ id: number }>("POST", "/scenarios", privateScenarioBody, token);
  const { id: publicScenario } = await server.send<{ id: number }>("POST", "/scenarios", { scenario });
  const variants = [
    { id: publicScenario, token: undefined, reads: [] as number[], changes: [] as number[] },
    { id: privateScenario.id, token, reads: [] as number[], changes: [] as number[] },
  ] as const;
  for (let n = 0; n < UPDATES; n++) {
    const { key, position } = sliders[n % sliders.length]!;
    const body = { scenario: { user_values: { [key]: position(n) } } };
    for (const { id, token, reads, changes } of variants) {
      reads.push(await time(() => server.send("GET", `/scenarios/${id}`, undefined, token)));
      changes.push(await time(() => server.send("PUT", `/scenarios/${id}`, body, token)));
    }
  }
  const verdicts = (["reads", "changes"] as const).map((kind) => {
    const [withoutToken, withToken] = variants.map((variant) => variant[kind]);
    printDistribution(print, `${kind} without a token`, { wall: withoutToken! });
    printDistribution(print, `${kind} with a token, on a private scenario`, { wall: withToken! });
    return printFigure(print, `cost of the token for ${kind} (p50)`, median(withToken!) - median(withoutToken!), "ms", {
      atMost: LIMIT_MS,
    });
  });
  return verdicts.every(Boolean);
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
