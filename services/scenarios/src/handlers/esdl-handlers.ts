/** gRPC handlers of a scenario's ESDL file. */
import { callerOf } from "@etesian/contracts/rights";
import type { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import type { Handlers } from "@etesian/service-kit";
import { esdlMessage } from "../messages.ts";
import type { ScenarioAccess } from "./access.ts";
import type { Contents } from "./contents.ts";
import type { ScenarioResponses } from "./responses.ts";

type EsdlHandlers = Pick<Handlers<ScenariosServiceDefinition>, "attachEsdlFile" | "getEsdlFile">;

export function esdlHandlers(access: ScenarioAccess, responses: ScenarioResponses, contents: Contents): EsdlHandlers {
  return {
    async attachEsdlFile({ id, name, content }, call) {
      // A caller without the right stores no content.
      await access.findFor("update", id, call);
      const file = await contents.storeFile({ name, content }, call);
      const command = { type: "AttachEsdlFile", caller: callerOf(call), file } as const;
      return responses.toResponse(id, await access.execute(id, command, call), call);
    },

    async getEsdlFile({ id, at }, call) {
      const { scenario } = await access.find(id, call, at);
      const { esdlFile } = scenario;
      if (esdlFile === null) return { file: undefined, content: Buffer.alloc(0) };
      return { file: esdlMessage(scenario), content: await contents.read(esdlFile.content) };
    },
  };
}
