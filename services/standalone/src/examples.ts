/** Example scenarios of the model: presets that a server makes at its first start. */
import { compute } from "@etesian/compute";
import { storeUrl, STORE } from "@etesian/event-store/service";
import { openPresets } from "@etesian/scenarios";
import { addDetails, DATA_DIRECTORY, defineService, setting } from "@etesian/service-kit";

export const examples = defineService({
  name: "examples",
  settings: {
    noExamples: addDetails(
      setting.toggle("start without the model's example scenarios"),
      "The first start on an empty store makes a preset of each document in `scenarios/` of the model directory " +
        "([model-format.md](model-format.md#example-scenarios))",
    ),
    model: compute.settings.model,
    data: DATA_DIRECTORY,
    store: STORE,
  },
  needs: {},

  async open({ values, log, onStop }) {
    let address = "";
    let isStopping = false;
    onStop("examples", () => {
      isStopping = true;
    });
    return {
      notes: (url) => {
        address = url;
        return [];
      },
      started: () => {
        if (values.noExamples) return;
        const store = storeUrl("events.db", values);
        makeExamples({ url: address, model: values.model, store }).catch((error: unknown) => {
          if (!isStopping) log.warn({ err: error }, "the example scenarios could not be made");
        });
      },
    };
  },
});

interface Place {
  /** Address of the server. */
  readonly url: string;
  /** Directory of its model. */
  readonly model: string;
  /** URL of its event store. */
  readonly store: string;
}

/** Makes presets of the documents, over REST as people would, unless there is any scenario already. */
async function makeExamples({ url, model, store }: Place): Promise<void> {
  const presets = await openPresets(store);
  try {
    if (!(await presets.isUnused())) return;
    // Loads what reads YAML, which only a first start needs.
    const { readExamples } = await import("@etesian/interface/reading");
    // The service knows the inputs and areas: it refuses what is wrong.
    const { examples: documents } = readExamples(model, { inputs: [] }, []);
    for (const [index, { title, group, area, endYear, values, about }] of documents.entries()) {
      const scenario = {
        area_code: area,
        end_year: endYear,
        user_values: values,
        metadata: { title: title.en, description: about.en },
        // Without an owner anybody may change what is not read-only.
        read_only: true,
      };
      const { id } = await create(url, scenario);
      await presets.show(id, {
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

async function create(url: string, scenario: { readonly area_code: string }): Promise<{ readonly id: number }> {
  const answer = await fetch(`${url}/api/v3/scenarios`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario }),
  });
  if (!answer.ok) throw new Error(`a scenario for ${scenario.area_code} was refused: ${await answer.text()}`);
  return (await answer.json()) as { readonly id: number };
}
