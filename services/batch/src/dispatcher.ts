/** The sweeps service as the source of parts and the destination of their rows. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { SweepsServiceDefinition, Work } from "@etesian/contracts/sweeps";
import { type Calls, newRequestId } from "@etesian/service-kit";
import type { AddResult, Unavailable, SweepDispatcher } from "@etesian/sweep/queue";
import { readSweepSpec, type Sweep } from "@etesian/sweep/running";

type Client = Pick<Calls<SweepsServiceDefinition>, "getWork" | "addPart">;

const ADDED = ["added", "other_version", "over", "later"] as const satisfies readonly AddResult[];

export function dispatcherOf(sweeps: Client): SweepDispatcher {
  const origin = () => ({ requestId: newRequestId(), actor: "service:batch" }) as const;
  return {
    async sweepOf(id) {
      const { outcome } = await sweeps.getWork({ id }, origin());
      return outcome?.$case === "work" ? toSweep(id, outcome.value) : unavailable(outcome?.value);
    },
    async add(id, { from, to }, { file, failed }, versions) {
      const parquet = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
      const { outcome } = await sweeps.addPart({ id, from, to, parquet, failed, ...versions }, origin());
      return ADDED.find((result) => result === outcome) ?? "later";
    },
  };
}

const unavailable = (reason: string | undefined): Unavailable => (reason === "over" ? "over" : "later");

function toSweep(id: string, { specJson, recipe, curves }: Work): Sweep {
  if (recipe === undefined) throw new Error(`sweep ${id} was returned without its scenario`);
  return {
    id,
    spec: readSweepSpec(JSON.parse(specJson)),
    base: {
      kind: "recipe",
      recipe: {
        ...recipeCodec.fromMessage(recipe),
        curves: Object.fromEntries(Object.entries(curves).map(([key, { values }]) => [key, Float64Array.from(values)])),
      },
    },
  };
}
