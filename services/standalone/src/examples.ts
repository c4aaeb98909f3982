/** The model's example scenarios: presets that a server creates at its first start, before it accepts requests. */
import { compute } from "@etesian/compute";
import type { Scalar } from "@etesian/contracts/compute";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { storeUrl, STORE } from "@etesian/event-store/service";
import { openPresets } from "@etesian/scenarios";
import { addDetails, DATA_DIRECTORY, defineService, type RpcClient, setting } from "@etesian/service-kit";

export const examples = defineService({
  name: "examples",
  settings: {
    noExamples: addDetails(
      setting.toggle("start without the model's example scenarios"),
      "The first start on an empty store creates a preset from each document in `scenarios/` of the model directory " +
        "([model-format.md](../model-format.md#example-scenarios))",
    ),
    model: compute.settings.model,
    data: DATA_DIRECTORY,
    store: STORE,
  },
  needs: { scenarios: ScenariosServiceDefinition },

  async open({ values, clients, log, progress }) {
    return {
      prepare: async () => {
        if (values.noExamples) return;
        progress("creating the example scenarios");
        const store = await storeUrl(values);
        await makeExamples(clients.scenarios, values.model, store).catch((error: unknown) =>
          log.warn({ err: error }, "the example scenarios could not be created"),
        );
      },
    };
  },
});

/**
 * Creates presets from the model's documents unless a scenario already exists.
 * @param model directory of the model
 * @param store URL of the event store
 */
async function makeExamples(
  scenarios: RpcClient<typeof ScenariosServiceDefinition>,
  model: string,
  store: string,
): Promise<void> {
  const presets = await openPresets(store);
  try {
    if (!(await presets.isUnused())) return;
    // Loaded here because only a first start needs the YAML parser.
    const { readExamples } = await import("@etesian/interface/reading");
    // The service validates inputs and areas.
    const { examples: documents } = readExamples(model, { inputs: [] }, []);
    for (const [index, { title, group, area, endYear, values, about }] of documents.entries()) {
      const { outcome } = await scenarios.createScenario(
        {
          areaCode: scalar(area),
          endYear: scalar(endYear),
          userValues: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, scalar(value)])),
          metadataJson: JSON.stringify({ title: title.en, description: about.en }),
          // Unowned scenarios can be changed by every caller unless they are read-only.
          readOnly: true,
          privateByDefault: false,
          scale: undefined,
          descale: false,
        },
        { actor: "anonymous" },
      );
      if (outcome?.$case !== "scenario")
        throw new Error(`the example "${title.en}" was refused: ${JSON.stringify(outcome?.value.problems)}`);
      const { id } = outcome.value;
      await presets.setPresentation(id, {
        group,
        ordering: index + 1,
        titleEn: title.en,
        titleNl: title.nl,
        descriptionEn: about.en,
        descriptionNl: about.nl,
        author: null,
      });
    }
  } finally {
    await presets.close();
  }
}

const scalar = (value: number | string): Scalar => ({
  value: typeof value === "number" ? { $case: "number", value } : { $case: "text", value },
});
