/** Tests addresses that invitations add to an account, on every store. They are for sharing, not for signing in. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storesOfRun } from "@etesian/event-store/testing";
import { AccountError } from "../people/accounts.ts";
import { cause, openPeople, PASSWORD, type People, SITE } from "../people.fixture.ts";

const ISSUER = { issuer: "https://issuer.example.org", name: null };
const sharedResource = { kind: "scenario", number: 12, title: null, role: "viewer" };
const NO_CHOICES = { name: null, password: null };
const NEW_PASSWORD = { name: null, password: "chosen by an attacker" };

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`an added address: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let people: People;
    /** These variables are set before each test. */
    let [victimEmail, teamEmail, victim, testNumber] = ["", "", 0, 0];
    /** The link in the invitation that the victim followed. */
    let invitation: string;

    beforeAll(async () => {
      people = await openPeople(await create());
    });
    afterAll(() => people.close());
    beforeEach(async () => {
      testNumber += 1;
      [victimEmail, teamEmail] = [`victim-${testNumber}@example.org`, `team-${testNumber}@evil.example.org`];
      const { accounts, invitations } = people;
      victim = await accounts.create({ email: victimEmail, name: "Victim" }, false, cause);
      const teamId = await accounts.admit(teamEmail, cause);
      await invitations.invite(teamId, null, sharedResource, { site: SITE, announced: false });
      invitation = await people.lastSecret();
    });

    /** The victim adds the address to their account. */
    async function acceptInvitation(): Promise<void> {
      expect(await people.invitations.accept(invitation, victim, cause)).toBe("accepted");
      await people.couplings.deliver();
    }
    const addedAddresses = async () => people.accounts.addedAddresses((await people.accounts.find(victim))!);

    test("an added address receives invitations", async () => {
      await acceptInvitation();
      expect(await people.accounts.findByEmail(teamEmail)).toBe(victim);
      expect(await people.accounts.admit(teamEmail.toUpperCase(), cause)).toBe(victim);
      expect(await addedAddresses()).toEqual([
        { id: expect.any(Number), email: teamEmail, name: null, hasAccount: false },
      ]);
    });

    test("an added address gets no sign-in link, but an email that explains this without naming the account", async () => {
      await acceptInvitation();
      await people.signIn.sendLink(teamEmail, "1", SITE, "", cause);
      await people.outbox.deliver();
      const email = people.emails.at(-1);
      expect(email).toMatchObject({ to: teamEmail, subject: "Sign in with your account" });
      expect(email!.text).not.toMatch(/victim|sign-in\/link/i);
    });

    test("sign-in with an added address fails with any password, and takes as long as for an address without an account", async () => {
      await people.passwords.set(victim, PASSWORD);
      await acceptInvitation();
      people.pauses.length = 0;
      for (const email of [teamEmail, "nobody@example.org"]) {
        expect(await people.signIn.checkPassword(email, PASSWORD, `${testNumber}`)).toBeNull();
        await people.signIn.sendLink(email, `${testNumber}`, SITE, "", cause);
      }
      expect(new Set(people.pauses)).toEqual(new Set([393]));
      expect(await people.signIn.checkPassword(victimEmail, PASSWORD, "1")).toBe(victim);
    });

    test("a link sent before its address was added no longer signs in", async () => {
      await people.passwords.set(victim, PASSWORD);
      await people.signIn.sendLink(teamEmail, "1", SITE, "", cause);
      const earlierSecret = await people.lastSecret();
      await acceptInvitation();
      for (const secret of [earlierSecret, invitation]) {
        expect(await people.signIn.inspectLink(secret)).toEqual({ email: teamEmail, hasAccount: true, tokens: [] });
        expect(await people.signIn.useLink(secret, NEW_PASSWORD, cause)).toEqual({ refusal: "has_account" });
      }
      expect(await people.passwords.check(victim, PASSWORD)).toBe(true);
    });

    test("an added address verified by another issuer gets its own account", async () => {
      await acceptInvitation();
      const identity = { ...ISSUER, subject: `mallory-${testNumber}`, email: teamEmail };
      const [mallory, secondSignIn] = [
        await people.accounts.findOrCreateByIdentity(identity, cause),
        await people.accounts.findOrCreateByIdentity(identity, cause),
      ];
      expect([mallory === victim, secondSignIn]).toEqual([false, mallory]);
      expect(await people.accounts.find(mallory)).toMatchObject({ email: "" });
      const owner = await people.accounts.findOrCreateByIdentity(
        { ...ISSUER, subject: `victim-${testNumber}`, email: victimEmail },
        cause,
      );
      expect(owner).toBe(victim);
    });

    test("an identity that an earlier version linked through an added address gets its own account", async () => {
      await acceptInvitation();
      await people.vault.setIdentity(ISSUER.issuer, `mallory-${testNumber}`, null, victim);
      const identity = { ...ISSUER, subject: `mallory-${testNumber}`, email: teamEmail };
      const mallory = await people.accounts.findOrCreateByIdentity(identity, cause);
      expect(mallory).not.toBe(victim);
      expect(await people.accounts.findOrCreateByIdentity({ ...identity, email: null }, cause)).toBe(mallory);
    });

    test("an added address becomes the email of an account without one when the account's issuer verifies the address", async () => {
      const identity = { ...ISSUER, subject: `bare-${testNumber}`, email: null };
      victim = await people.accounts.findOrCreateByIdentity(identity, cause);
      await acceptInvitation();
      expect(await people.accounts.findByOwnEmail(teamEmail)).toBeNull();
      expect(await people.accounts.findOrCreateByIdentity({ ...identity, email: teamEmail }, cause)).toBe(victim);
      expect([await people.accounts.findByOwnEmail(teamEmail), await addedAddresses()]).toEqual([victim, []]);
    });

    test("an added address is refused on the command line", async () => {
      await acceptInvitation();
      for (const name of ["getByEmail", "findForOperator"] as const) {
        await expect(people.accounts[name](teamEmail)).rejects.toThrow(
          `${teamEmail} was added to an account for sharing only`,
        );
      }
    });

    test("a removed address belongs to a new person, and roles granted to it stay with the account", async () => {
      await acceptInvitation();
      const [addedAddress] = await addedAddresses();
      const account = (await people.accounts.find(victim))!;
      const stranger = await people.accounts.create(
        { email: `other-${testNumber}@example.org`, name: null },
        false,
        cause,
      );
      await expect(
        people.accounts.removeAddress((await people.accounts.find(stranger))!, addedAddress!.id, cause),
      ).rejects.toBeInstanceOf(AccountError);
      await people.accounts.removeAddress(account, addedAddress!.id, cause);
      expect(await addedAddresses()).toEqual([]);
      expect(await people.accounts.findByEmail(teamEmail)).toBeNull();
      expect(await people.accounts.idsOf(victim)).toEqual([victim, addedAddress!.id]);
      expect(await people.signIn.inspectLink(invitation)).toBeNull();
      const newPerson = await people.accounts.admit(teamEmail, cause);
      expect([victim, addedAddress!.id]).not.toContain(newPerson);
      expect(await people.accounts.find(newPerson)).toBeNull();
      await expect(people.accounts.removeAddress(account, addedAddress!.id, cause)).rejects.toBeInstanceOf(
        AccountError,
      );
    });

    test("a removed address belongs to a new person even if an older copy of the keys still has it", async () => {
      await acceptInvitation();
      const [addedAddress] = await addedAddresses();
      const keyRows = await people.database.query<{ email: string; data_key: string }>({
        text: "select email, data_key from people where id = $1",
        values: [addedAddress!.id],
      });
      await people.accounts.removeAddress((await people.accounts.find(victim))!, addedAddress!.id, cause);
      const { email, data_key: key } = keyRows[0]!;
      const restore = {
        text: "insert into people (id, email, data_key) values ($1, $2, $3)",
        values: [addedAddress!.id, email, key],
      };
      await people.database.query(restore);
      expect([await people.accounts.findByEmail(teamEmail), await addedAddresses()]).toEqual([null, []]);
      expect(await people.accounts.admit(teamEmail, cause)).not.toBe(addedAddress!.id);
    });

    test("an added address is erased with its account", async () => {
      await acceptInvitation();
      const disposition = { choice: "delete", to: null } as const;
      const legacy = { publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition };
      await people.accounts.startErasure(victim, legacy, cause);
      await people.accounts.finishErasure(victim, cause);
      expect(await people.accounts.findByEmail(teamEmail)).toBeNull();
    });

    test("concurrent uses of one invitation create one account, with the password of the use that succeeds", async () => {
      const passwords = Array.from({ length: 6 }, (_, n) => `long password number ${n}`);
      const outcomes = await Promise.all(
        passwords.map((password) => people.signIn.useLink(invitation, { ...NO_CHOICES, password }, cause)),
      );
      const signIns = outcomes.flatMap((outcome, n) => ("person" in outcome ? [{ ...outcome, n }] : []));
      expect(signIns).toHaveLength(1);
      const matches = await Promise.all(
        passwords.map((password) => people.passwords.check(signIns[0]!.person, password)),
      );
      expect(matches.indexOf(true)).toBe(signIns[0]!.n);
      expect(matches.filter(Boolean)).toHaveLength(1);
      expect(await people.signIn.useLink(invitation, NO_CHOICES, cause)).toEqual({ refusal: "has_account" });
    });
  });
}
