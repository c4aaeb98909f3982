/**
 * The interface of a model: sections, slides, titles, display units, headline numbers, charts. Pure and usable in
 * browsers; `@etesian/interface/reading` reads and checks the documents.
 */
export { CARRIERS, SECTORS, TECHNOLOGIES, type Carrier, type SectorColour, type Technology } from "./colours.ts";
export {
  CHART_TYPES,
  isHourly,
  type Market,
  MARKETS,
  NO_DOCUMENTS,
  type AreaDocument,
  type AreaPlace,
  type Catalogue,
  type ChartColumn,
  type ChartDocument,
  type ChartType,
  type Coordinates,
  type ExampleDocument,
  type HeadlineDocument,
  type IamcDocument,
  type InputFact,
  type InterfaceDocuments,
  type QueryFact,
  type Role,
  type SectionDocument,
  type SeriesDocument,
  type SlideDocument,
  type SlideItemDocument,
  type SliderDocument,
  type UncertaintyDocument,
} from "./documents.ts";
export { LANGUAGES, type Language, type Text } from "./language.ts";
export { iamcFactor } from "./iamc.ts";
export { rolesOf } from "./roles.ts";
export { readableArea, readableKey } from "./readable.ts";
export {
  baseSize,
  factorBetween,
  factorOfTypedUnit,
  familyOf,
  largestOf,
  type UnitFamily,
  type Magnitudes,
  type Prefixes,
  prefixesOf,
  quantityOf,
  type Quantity,
  typedUnits,
  UNSUMMABLE_QUANTITIES,
  unitLabel,
} from "./units.ts";
export {
  unitOfInput,
  queriesOf,
  unplacedInputs,
  viewOf,
  type ExistenceRule,
  type DisplayUnit,
  type Chart,
  type ChartLabel,
  type ChartSeries,
  type ChartTerm,
  type HeadlineNumber,
  type InterfaceView,
  type Section,
  type Slide,
  type SlideItem,
  type Slider,
} from "./view.ts";
