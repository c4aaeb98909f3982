/** Privacy of new scenarios: created, derived from others, or loaded from a dump. Pure. */
import { type Caller, roleOf, type Sharing } from "@etesian/contracts/rights";

/** Privacy and owners of a source scenario. */
type Source = Pick<Sharing, "private" | "roles">;

export interface PrivacyContext {
  readonly caller: Caller;
  /** Scenarios whose contents are used. */
  readonly sources: readonly Source[];
  /** The caller's default for new scenarios. */
  readonly privateByDefault: boolean;
}

/**
 * Whether a new scenario is private. By default it is if any of its sources is, or if the caller's default is private.
 * An explicit `false` (`requested`) makes it public if the caller owns every private source.
 */
export function isMadePrivate(
  requested: boolean | undefined,
  { caller, sources, privateByDefault }: PrivacyContext,
): boolean {
  const privateSources = sources.filter((source) => source.private);
  if (privateSources.some((source) => roleOf(caller, { ...source, readOnly: false }) !== "owner")) return true;
  return requested ?? (privateSources.length > 0 || (privateByDefault && caller.person !== null));
}
