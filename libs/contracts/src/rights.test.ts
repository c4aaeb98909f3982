import fc from "fast-check";
import { expect, test } from "vitest";
import {
  actsAsAdmin,
  type Caller,
  denialOf,
  ROLES,
  type ScenarioOperation,
  SCENARIO_RIGHTS,
  SCOPES,
  type Sharing,
} from "./rights.ts";

const operation = fc.constantFrom(...(Object.keys(SCENARIO_RIGHTS) as ScenarioOperation[]));
const caller: fc.Arbitrary<Caller> = fc.record({
  person: fc.constantFrom(null, 1, 2),
  scopes: fc.option(fc.subarray([...SCOPES])),
  admin: fc.boolean(),
});
const shared: fc.Arbitrary<Sharing> = fc.record({
  private: fc.boolean(),
  readOnly: fc.boolean(),
  roles: fc.dictionary(fc.constantFrom("1", "2", "3"), fc.constantFrom(...ROLES)),
});

test("every right to act on a scenario includes the right to see it", () => {
  fc.assert(
    fc.property(operation, caller, shared, (operation, caller, scenario) => {
      fc.pre(denialOf(operation, caller, scenario) === null);
      expect(denialOf("read", caller, scenario)).toBeNull();
    }),
  );
});

test("admin rights are used only if the person would otherwise lack the right", () => {
  fc.assert(
    fc.property(operation, caller, shared, (operation, caller, scenario) => {
      const denialAsUser = denialOf(operation, { ...caller, admin: false }, scenario);
      const usesAdminRight = actsAsAdmin(operation, caller, scenario);
      expect(usesAdminRight).toBe(denialOf(operation, caller, scenario) === null && denialAsUser !== null);
      expect(usesAdminRight && !caller.admin).toBe(false);
    }),
  );
});

test("additional scopes or a higher role never remove a right", () => {
  fc.assert(
    fc.property(operation, caller, shared, fc.constantFrom(...ROLES), (operation, caller, scenario, role) => {
      fc.pre(denialOf(operation, caller, scenario) === null);
      expect(denialOf(operation, { ...caller, scopes: caller.scopes && [...SCOPES] }, scenario)).toBeNull();
      const { person } = caller;
      const ownRole = person === null ? undefined : scenario.roles[person];
      fc.pre(person !== null && ownRole !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(ownRole));
      expect(denialOf(operation, caller, { ...scenario, roles: { ...scenario.roles, [person]: role } })).toBeNull();
    }),
  );
});

test("a private scenario is hidden from callers without access to it", () => {
  fc.assert(
    fc.property(operation, caller, shared, (operation, caller, scenario) => {
      fc.pre(denialOf("read", caller, scenario) !== null);
      expect(denialOf(operation, caller, scenario)).toBe("hidden");
    }),
  );
});

test("a token has only its listed scopes", () => {
  fc.assert(
    fc.property(operation, caller, shared, (operation, caller, scenario) => {
      const { scopes } = SCENARIO_RIGHTS[operation];
      fc.pre(caller.scopes !== null && scopes.some((scope) => !caller.scopes!.includes(scope)));
      expect(denialOf(operation, caller, scenario)).not.toBeNull();
    }),
  );
});
