/** Converts between messages of the contract and the domain's types. */
import { recipeCodec, recordOf, scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import type {
  CreateScenarioRequest,
  Scale,
  Scenario as ScenarioMessage,
  UpdateScenarioRequest,
} from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { inactiveCouplings } from "@etesian/sliders";
import { hashesOf } from "./deciding/attached-curves.ts";
import { UNKNOWN_START_YEAR, type ServedModel, type OriginRequest, type ScaleRequest } from "./deciding/origin.ts";
import type { Attributes } from "./deciding/scenario-commands.ts";
import type { Featured, Metadata, Scenario, VersionTag } from "./deciding/scenario-state.ts";

/** A received scalar; undefined if it was not sent, null if it was null, a list or an object. */
const receiveScalar = (scalar: Scalar | undefined): unknown =>
  scalar === undefined ? undefined : scalarCodec.fromMessage(scalar);

export const originRequest = ({ areaCode, endYear, scale, descale }: CreateScenarioRequest): OriginRequest => ({
  areaCode: receiveScalar(areaCode),
  endYear: receiveScalar(endYear),
  scale: scale === undefined ? null : scaleRequest(scale),
  descale,
});

const scaleRequest = (scale: Scale): ScaleRequest => ({
  areaAttribute: receiveScalar(scale.areaAttribute),
  value: receiveScalar(scale.value),
  hasAgriculture: scale.hasAgriculture ?? false,
  hasIndustry: scale.hasIndustry ?? false,
  hasEnergy: scale.hasEnergy ?? true,
});

/** Sliders as received. */
export const { fromMessage: sliderValues } = recordOf(scalarCodec);

export function attributes(
  request: Pick<UpdateScenarioRequest, "title" | "private" | "keepCompatible" | "readOnly" | "metadataJson">,
  source: string | null | undefined,
): Attributes {
  const { title, private: isPrivate, keepCompatible, readOnly, metadataJson } = request;
  const metadata = metadataJson === undefined ? undefined : metadataOf(metadataJson);
  return { source, title, private: isPrivate, keepCompatible, readOnly, metadata };
}

function metadataOf(json: string): Metadata {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    parsed = null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new RpcError(status.INVALID_ARGUMENT, "metadata_json is not a JSON object");
  }
  return parsed as Metadata;
}

const tagMessage = ({ user, description }: VersionTag) => ({ userId: user ?? undefined, description });

/** Facts about a scenario's ESDL file; undefined if it has none. */
export const esdlMessage = ({ esdlFile }: Scenario) =>
  esdlFile === null ? undefined : { name: esdlFile.name, attachedAt: new Date(esdlFile.attachedAt) };

const featuredMessage = (featured: Featured | null) =>
  featured && {
    ...featured,
    descriptionEn: featured.descriptionEn ?? undefined,
    descriptionNl: featured.descriptionNl ?? undefined,
    author: featured.author ?? undefined,
  };

/** Converts a scenario to the contract's message; `preset`: presentation of the preset it was cloned from. */
export function scenarioMessage(
  id: number,
  version: number,
  scenario: Scenario,
  model: ServedModel,
  preset: Featured | null,
): ScenarioMessage {
  const { couplings } = model;
  return {
    id,
    version,
    recipe: recipeCodec.toMessage({ ...scenario, curves: hashesOf(scenario.curves) }),
    startYear: model.areas.get(scenario.area)?.startYear ?? UNKNOWN_START_YEAR,
    createdAt: new Date(scenario.createdAt),
    updatedAt: new Date(scenario.updatedAt),
    source: scenario.source ?? undefined,
    private: scenario.private,
    keepCompatible: scenario.keepCompatible,
    readOnly: scenario.readOnly,
    metadataJson: JSON.stringify(scenario.metadata),
    inactiveCouplings: [...inactiveCouplings(couplings, scenario, scenario.uncoupled)],
    template: scenario.template?.id,
    versionTag: scenario.versionTag === null ? undefined : tagMessage(scenario.versionTag),
    featured: featuredMessage(scenario.featured) ?? undefined,
    templateFeatured: featuredMessage(preset) ?? undefined,
    esdlFile: esdlMessage(scenario),
    creation: scenario.creation ?? "",
  };
}
