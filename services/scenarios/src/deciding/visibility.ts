/**
 * Visibility of a scenario's versions and events. The current rights apply, with two restrictions: only people with a
 * role see versions that are not public (`isVersionPublic`), and only people who may share see roles. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import { type Caller, CHANGES_PRIVACY, denialOf, hasAnyRole } from "@etesian/contracts/rights";
import type { Scenario, ScenarioEvent } from "./scenario-state.ts";

type Type = ScenarioEvent["type"];

/** Events about people and their roles. */
const ROLE_EVENTS: ReadonlySet<Type> = new Set(["RoleGranted", "RoleRemoved"] satisfies Type[]);

/**
 * Orders the events of one request so that no version in between is more public than the versions before and after all
 * of them.
 */
export function orderForPrivacy(events: readonly ScenarioEvent[]): readonly ScenarioEvent[] {
  const eventsOfType = (type: Type) => events.filter((event) => event.type === type);
  return [
    ...eventsOfType("MadePrivate"),
    ...events.filter(({ type }) => !CHANGES_PRIVACY.has(type)),
    ...eventsOfType("MadePublic"),
  ];
}

/** An event as a caller sees it. */
export interface VisibleEvent {
  /** Callers without a role in the scenario see that a user acted, but not which one. */
  readonly actor: string;
  readonly data: object;
}

/**
 * An event as a caller sees it, given the current state of the scenario; null if it is hidden. @param isPublic Result
 * of `isVersionPublic` for its version.
 */
export function visibleEvent(
  { type, data, actor }: ScenarioEvent & { readonly actor: string },
  { caller, scenario, isPublic }: { readonly caller: Caller; readonly scenario: Scenario; readonly isPublic: boolean },
): VisibleEvent | null {
  const isMember = hasAnyRole("read", caller, scenario);
  if (!isPublic && !isMember) return null;
  const maySeeRoles = denialOf("share", caller, scenario) === null;
  if (maySeeRoles) return { actor, data };
  const hidesActor = (!isMember || ROLE_EVENTS.has(type)) && actor !== `user:${caller.person}`;
  return {
    actor: hidesActor && actor.startsWith("user:") ? "user" : actor,
    data: withoutPeople(type, data, isMember),
  };
}

/** Event data without the fields that only people who may see roles may read. */
function withoutPeople(type: Type, data: object, isMember: boolean): object {
  if (ROLE_EVENTS.has(type)) return {};
  const hiddenField = type === "ScenarioCreated" ? "owner" : type === "VersionTagged" && !isMember ? "user" : null;
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== hiddenField));
}

/**
 * The operation for which a caller needs admin rights to see an event: "read" if the scenario was private at the time,
 * "share" for the person concerned. Null if other rights suffice.
 */
export function adminOperationFor(
  event: Parameters<typeof visibleEvent>[0],
  viewer: Parameters<typeof visibleEvent>[1],
): "read" | "share" | null {
  const visible = viewer.caller.admin ? visibleEvent(event, viewer) : null;
  if (visible === null) return null;
  const visibleAsUser = visibleEvent(event, { ...viewer, caller: { ...viewer.caller, admin: false } });
  if (visibleAsUser === null) return "read";
  return isDeepStrictEqual(visible, visibleAsUser) ? null : "share";
}
