/** How private a scenario is that is made: new, from others, or from a dump. Pure. */
import { type Caller, roleOf, type Shared } from "@etesian/contracts/rights";

/** Privacy and owners of a source. */
type Source = Pick<Shared, "private" | "roles">;

export interface Making {
  readonly caller: Caller;
  /** Scenarios whose contents go into it. */
  readonly sources: readonly Source[];
  /** The caller's default for new scenarios. */
  readonly privateByDefault: boolean;
}

/**
 * Whether a new scenario is private: never more open than the most closed of its sources and the caller's default. A
 * request that says so (`asked` is false) opens it where its caller owns every private source.
 */
export function isMadePrivate(asked: boolean | undefined, { caller, sources, privateByDefault }: Making): boolean {
  const hidden = sources.filter((source) => source.private);
  if (hidden.some((source) => roleOf(caller, { ...source, readOnly: false }) !== "owner")) return true;
  return asked ?? (hidden.length > 0 || (privateByDefault && caller.person !== null));
}
