/** gRPC handlers for a scenario's priority lists (orders), such as the storage order. */
import { ordersCodec } from "@etesian/contracts/codecs";
import { callerOf } from "@etesian/contracts/rights";
import type { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { type Handlers, RpcError, status } from "@etesian/service-kit";
import { effectiveOrder } from "@etesian/sliders/orders";
import type { ModelFacts } from "../model.ts";
import { requirePresent, type ScenarioAccess } from "./access.ts";
import { rejection } from "./responses.ts";

type OrderHandlers = Pick<Handlers<ScenariosServiceDefinition>, "listOrders" | "setOrder">;

export function orderHandlers(access: ScenarioAccess, model: ModelFacts): OrderHandlers {
  return {
    async listOrders({ id, at }, call) {
      const { scenario } = await access.find(id, call, at);
      const { orders } = await model.load(call);
      const effectiveOrders = Object.entries(orders).map(
        ([name, members]) => [name, effectiveOrder(scenario.orders[name], members)] as const,
      );
      return { orders: ordersCodec.toMessage(Object.fromEntries(effectiveOrders)) };
    },

    async setOrder({ id, name, keys }, call) {
      await access.find(id, call);
      const { orders } = await model.load(call);
      const members = Object.hasOwn(orders, name) ? orders[name] : undefined;
      if (members === undefined)
        throw new RpcError(status.NOT_FOUND, `Unknown order: ${name}`, { reason: "not_found" });
      const command = { type: "SetOrder", caller: callerOf(call), name, keys, members } as const;
      const outcome = await access.execute(id, command, call);
      if ("refusal" in outcome) return { outcome: rejection(id, outcome.refusal) };
      const { scenario } = requirePresent(id, outcome);
      const value = { keys: [...effectiveOrder(scenario.orders[name], members)] };
      return { outcome: { $case: "order", value } };
    },
  };
}
