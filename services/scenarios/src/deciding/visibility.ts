/**
 * Visibility of a scenario's versions and events. The current rights apply, with two additions: versions that are not
 * open (`isVersionPublic` of the rights) are visible to people with a role, and roles to people who may share. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import { type Caller, CHANGES_PRIVACY, denied, hasAnyRole } from "@etesian/contracts/rights";
import type { Scenario, ScenarioEvent } from "./scenario-state.ts";

type Type = ScenarioEvent["type"];

/** Events about people and their roles. */
const ABOUT_ROLES: ReadonlySet<Type> = new Set(["RoleGranted", "RoleRemoved"] satisfies Type[]);

/** Orders the events of one request so that no version in between is more public than those before and after all of them. */
export function asOneUnit(events: readonly ScenarioEvent[]): readonly ScenarioEvent[] {
  const of = (type: Type) => events.filter((event) => event.type === type);
  return [...of("MadePrivate"), ...events.filter(({ type }) => !CHANGES_PRIVACY.has(type)), ...of("MadePublic")];
}

/** An event as a caller sees it. */
export interface VisibleEvent {
  /** Callers without a role in the scenario see that a user acted, but not which one. */
  readonly actor: string;
  readonly data: object;
}

/**
 * An event as a caller sees it, given the scenario's roles `now`; null if it is hidden.
 * @param open Result of `isVersionPublic` for its version.
 */
export function visibleEvent(
  { type, data, actor }: ScenarioEvent & { readonly actor: string },
  { caller, now, open }: { readonly caller: Caller; readonly now: Scenario; readonly open: boolean },
): VisibleEvent | null {
  const isMember = hasAnyRole("read", caller, now);
  if (!open && !isMember) return null;
  const maySeeRoles = denied("share", caller, now) === null;
  if (maySeeRoles) return { actor, data };
  const hidesActor = (!isMember || ABOUT_ROLES.has(type)) && actor !== `user:${caller.person}`;
  return {
    actor: hidesActor && actor.startsWith("user:") ? "user" : actor,
    data: withoutPeople(type, data, isMember),
  };
}

/** Event data without the fields that only people who may see roles may read. */
function withoutPeople(type: Type, data: object, isMember: boolean): object {
  if (ABOUT_ROLES.has(type)) return {};
  const hidden = type === "ScenarioCreated" ? "owner" : type === "VersionTagged" && !isMember ? "user" : null;
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== hidden));
}

/**
 * The operation that an admin uses to see an event's details only as an admin: that it was private at the time, or the
 * person concerned. Null when other rights suffice.
 */
export function adminOperationFor(
  event: Parameters<typeof visibleEvent>[0],
  viewer: Parameters<typeof visibleEvent>[1],
): "read" | "share" | null {
  const visible = viewer.caller.admin ? visibleEvent(event, viewer) : null;
  if (visible === null) return null;
  const otherwise = visibleEvent(event, { ...viewer, caller: { ...viewer.caller, admin: false } });
  if (otherwise === null) return "read";
  return isDeepStrictEqual(visible, otherwise) ? null : "share";
}
