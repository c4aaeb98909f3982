/** Addresses that invitations add to an account: for sharing, not for signing in. On every store. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storesOfRun } from "@etesian/event-store/testing";
import { AccountError } from "../people/accounts.ts";
import { cause, openPeople, PASSWORD, type People, SITE } from "../people.fixture.ts";

const ISSUER = { issuer: "https://issuer.example.org", name: null };
const shared = { kind: "scenario", number: 12, title: null, role: "viewer" };
const nothing = { name: null, password: null };
const NEW = { name: null, password: "chosen by an attacker" };

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`an added address: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let people: People;
    /** Set before each test. */
    let [VICTIM, TEAM, victim, tests] = ["", "", 0, 0];
    /** The link of the invitation that the victim followed. */
    let invitation: string;

    beforeAll(async () => {
      people = await openPeople(await create());
    });
    afterAll(() => people.close());
    beforeEach(async () => {
      tests += 1;
      [VICTIM, TEAM] = [`victim-${tests}@example.org`, `team-${tests}@evil.example.org`];
      const { accounts, invitations } = people;
      victim = await accounts.create({ email: VICTIM, name: "Victim" }, false, cause);
      const team = await accounts.admit(TEAM, cause);
      await invitations.invite(team, null, shared, { site: SITE, announced: false });
      invitation = await people.lastSecret();
    });

    /** The victim adds the address to their account. */
    async function accept(): Promise<void> {
      expect(await people.invitations.accept(invitation, victim, cause)).toBe("accepted");
      await people.couplings.deliver();
    }
    const addresses = async () => people.accounts.addedTo((await people.accounts.find(victim))!);

    test("an added address receives invitations", async () => {
      await accept();
      expect(await people.accounts.findByEmail(TEAM)).toBe(victim);
      expect(await people.accounts.admit(TEAM.toUpperCase(), cause)).toBe(victim);
      expect(await addresses()).toEqual([{ id: expect.any(Number), email: TEAM, name: null, hasAccount: false }]);
    });

    test("an added address gets no sign-in link, but an email that explains this without naming the account", async () => {
      await accept();
      await people.signIn.sendLink(TEAM, "1", SITE, "", cause);
      await people.outbox.deliver();
      const email = people.emails.at(-1);
      expect(email).toMatchObject({ to: TEAM, subject: "Sign in with your account" });
      expect(email!.text).not.toMatch(/victim|sign-in\/link/i);
    });

    test("sign-in with an added address fails with any password, as fast as for an address without an account", async () => {
      await people.passwords.set(victim, PASSWORD);
      await accept();
      people.pauses.length = 0;
      for (const email of [TEAM, "nobody@example.org"]) {
        expect(await people.signIn.withPassword(email, PASSWORD, `${tests}`)).toBeNull();
        await people.signIn.sendLink(email, `${tests}`, SITE, "", cause);
      }
      expect(new Set(people.pauses)).toEqual(new Set([393]));
      expect(await people.signIn.withPassword(VICTIM, PASSWORD, "1")).toBe(victim);
    });

    test("links sent before an address was added do not sign it in", async () => {
      await people.passwords.set(victim, PASSWORD);
      await people.signIn.sendLink(TEAM, "1", SITE, "", cause);
      const before = await people.lastSecret();
      await accept();
      for (const secret of [before, invitation]) {
        expect(await people.signIn.linked(secret)).toEqual({ email: TEAM, hasAccount: true, tokens: [] });
        expect(await people.signIn.withLink(secret, NEW, cause)).toEqual({ refusal: "has_account" });
      }
      expect(await people.passwords.check(victim, PASSWORD)).toBe(true);
    });

    test("an added address verified by another issuer gets its own account", async () => {
      await accept();
      const identity = { ...ISSUER, subject: `mallory-${tests}`, email: TEAM };
      const [mallory, again] = [
        await people.accounts.ofIdentity(identity, cause),
        await people.accounts.ofIdentity(identity, cause),
      ];
      expect([mallory === victim, again]).toEqual([false, mallory]);
      expect(await people.accounts.find(mallory)).toMatchObject({ email: "" });
      const own = await people.accounts.ofIdentity({ ...ISSUER, subject: `victim-${tests}`, email: VICTIM }, cause);
      expect(own).toBe(victim);
    });

    test("an identity that an earlier version admitted by an added address is removed", async () => {
      await accept();
      await people.vault.setIdentity(ISSUER.issuer, `mallory-${tests}`, null, victim);
      const identity = { ...ISSUER, subject: `mallory-${tests}`, email: TEAM };
      const mallory = await people.accounts.ofIdentity(identity, cause);
      expect(mallory).not.toBe(victim);
      expect(await people.accounts.ofIdentity({ ...identity, email: null }, cause)).toBe(mallory);
    });

    test("an added address becomes the email of an account without one when the issuer that opened it verifies it", async () => {
      const identity = { ...ISSUER, subject: `bare-${tests}`, email: null };
      victim = await people.accounts.ofIdentity(identity, cause);
      await accept();
      expect(await people.accounts.findByOwnEmail(TEAM)).toBeNull();
      expect(await people.accounts.ofIdentity({ ...identity, email: TEAM }, cause)).toBe(victim);
      expect([await people.accounts.findByOwnEmail(TEAM), await addresses()]).toEqual([victim, []]);
    });

    test("an added address is refused on the command line", async () => {
      await accept();
      for (const name of ["getByEmail", "findForOperator"] as const) {
        await expect(people.accounts[name](TEAM)).rejects.toThrow(`${TEAM} was added to an account for sharing only`);
      }
    });

    test("a removed address belongs to a new person, and roles granted to it stay with the account", async () => {
      await accept();
      const [added] = await addresses();
      const account = (await people.accounts.find(victim))!;
      const stranger = await people.accounts.create({ email: `other-${tests}@example.org`, name: null }, false, cause);
      await expect(
        people.accounts.removeAddress((await people.accounts.find(stranger))!, added!.id, cause),
      ).rejects.toBeInstanceOf(AccountError);
      await people.accounts.removeAddress(account, added!.id, cause);
      expect(await addresses()).toEqual([]);
      expect(await people.accounts.findByEmail(TEAM)).toBeNull();
      expect(await people.accounts.numbersOf(victim)).toEqual([victim, added!.id]);
      expect(await people.signIn.linked(invitation)).toBeNull();
      const next = await people.accounts.admit(TEAM, cause);
      expect([victim, added!.id]).not.toContain(next);
      expect(await people.accounts.find(next)).toBeNull();
      await expect(people.accounts.removeAddress(account, added!.id, cause)).rejects.toBeInstanceOf(AccountError);
    });

    test("a removed address belongs to a new person even if an older copy of the keys still has it", async () => {
      await accept();
      const [added] = await addresses();
      const kept = await people.database.query<{ email: string; data_key: string }>({
        text: "select email, data_key from people where id = $1",
        values: [added!.id],
      });
      await people.accounts.removeAddress((await people.accounts.find(victim))!, added!.id, cause);
      const { email, data_key: key } = kept[0]!;
      const restore = {
        text: "insert into people (id, email, data_key) values ($1, $2, $3)",
        values: [added!.id, email, key],
      };
      await people.database.query(restore);
      expect([await people.accounts.findByEmail(TEAM), await addresses()]).toEqual([null, []]);
      expect(await people.accounts.admit(TEAM, cause)).not.toBe(added!.id);
    });

    test("an added address is erased with its account", async () => {
      await accept();
      const disposition = { choice: "delete", to: null } as const;
      const legacy = { publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition };
      await people.accounts.startErasure(victim, legacy, cause);
      await people.accounts.finishErasure(victim, cause);
      expect(await people.accounts.findByEmail(TEAM)).toBeNull();
    });

    test("concurrent uses of one invitation create one account, with the password of the one that succeeds", async () => {
      const passwords = Array.from({ length: 6 }, (_, n) => `long password number ${n}`);
      const outcomes = await Promise.all(
        passwords.map((password) => people.signIn.withLink(invitation, { ...nothing, password }, cause)),
      );
      const entered = outcomes.flatMap((outcome, n) => ("person" in outcome ? [{ ...outcome, n }] : []));
      expect(entered).toHaveLength(1);
      const right = await Promise.all(passwords.map((each) => people.passwords.check(entered[0]!.person, each)));
      expect(right.indexOf(true)).toBe(entered[0]!.n);
      expect(right.filter(Boolean)).toHaveLength(1);
      expect(await people.signIn.withLink(invitation, nothing, cause)).toEqual({ refusal: "has_account" });
    });
  });
}
