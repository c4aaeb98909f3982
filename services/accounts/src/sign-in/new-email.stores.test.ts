/** Tests changes to an account's email on every store. */
import { storesOfRun } from "@etesian/event-store/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, AccountError } from "../people/accounts.ts";
import { cause, openPeople, PASSWORD, type People, SITE } from "../people.fixture.ts";
import { TooManyAttemptsError } from "./sign-in.ts";

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`a new email: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let people: People;
    /** These variables are set before each test. */
    let [oldEmail, newEmail, ada, testNumber] = ["", "", 0, 0];

    beforeAll(async () => {
      people = await openPeople(await create());
    });
    afterAll(() => people.close());
    beforeEach(async () => {
      testNumber += 1;
      [oldEmail, newEmail] = [`ada-${testNumber}@example.org`, `ada-${testNumber}@new.example.org`];
      ada = await people.accounts.create({ email: oldEmail, name: "Ada" }, false, cause);
      await people.passwords.set(ada, PASSWORD);
    });

    const findAccount = async (id = ada): Promise<Account> => (await people.accounts.find(id))!;
    async function requestSecret(email: string): Promise<string> {
      await people.newEmail.send(await findAccount(), email, SITE, cause);
      return people.lastSecret();
    }

    test("a new email can sign in after its link is used; the previous one no longer can, and is notified", async () => {
      await people.signIn.sendLink(oldEmail, "1", SITE, "", cause);
      const signInSecret = await people.lastSecret();
      const secret = await requestSecret(newEmail);
      expect(people.emails.at(-1)).toMatchObject({ to: newEmail, subject: "Your new email address" });
      expect(await people.newEmail.find(await findAccount(), secret)).toBe(newEmail);
      expect((await findAccount()).email).toBe(oldEmail);

      expect(await people.newEmail.use(await findAccount(), secret, cause)).toBe(true);
      expect(await findAccount()).toMatchObject({ id: ada, email: newEmail, name: "Ada" });
      expect(await people.signIn.checkPassword(newEmail, PASSWORD, "1")).toBe(ada);
      expect(await people.signIn.checkPassword(oldEmail, PASSWORD, "1")).toBeNull();
      expect(await people.signIn.inspectLink(signInSecret)).toBeNull();
      await people.outbox.deliver();
      expect(people.emails.at(-1)).toMatchObject({ to: oldEmail, subject: "Your account's email address was changed" });
      expect(people.emails.at(-1)!.text).not.toContain(newEmail);
      expect(await people.newEmail.use(await findAccount(), secret, cause)).toBe(false);

      // Resources shared with either address belong to the account, which can switch back.
      expect([await people.accounts.findByEmail(oldEmail), await people.accounts.findByEmail(newEmail)]).toEqual([
        ada,
        ada,
      ]);
      expect(await people.newEmail.use(await findAccount(), await requestSecret(oldEmail), cause)).toBe(true);
      expect(await people.signIn.checkPassword(oldEmail, PASSWORD, "1")).toBe(ada);
    });

    test("a link to a new email has no effect for another account, after an hour, or after another change", async () => {
      const secret = await requestSecret(newEmail);
      const bob = await people.accounts.create({ email: `bob-${testNumber}@example.org`, name: null }, false, cause);
      expect(await people.newEmail.use(await findAccount(bob), secret, cause)).toBe(false);
      for (const invalidSecret of ["x", secret.split(".")[0]!, `${secret.slice(0, -4)}AAAA`]) {
        expect([invalidSecret, await people.newEmail.find(await findAccount(), invalidSecret)]).toEqual([
          invalidSecret,
          null,
        ]);
      }
      people.wait(3_600_000);
      expect(await people.newEmail.use(await findAccount(), secret, cause)).toBe(false);
      expect((await findAccount()).email).toBe(oldEmail);
    });

    test("an email of another account is refused, even if that account was created in the meantime, and only its mailbox is notified", async () => {
      const takenEmail = `bob-${testNumber}@example.org`;
      await people.accounts.create({ email: takenEmail, name: null }, false, cause);
      await people.newEmail.send(await findAccount(), takenEmail, SITE, cause);
      await people.outbox.deliver();
      expect(people.emails.at(-1)).toMatchObject({ to: takenEmail, subject: "This address already has an account" });
      const secret = await requestSecret(newEmail);
      await people.accounts.create({ email: newEmail, name: null }, false, cause);
      await expect(people.newEmail.use(await findAccount(), secret, cause)).rejects.toBeInstanceOf(AccountError);
      expect((await findAccount()).email).toBe(oldEmail);
    });

    test("a new email can be requested five times an hour", async () => {
      for (let attempt = 0; attempt < 5; attempt++) await requestSecret(`${attempt}-${newEmail}`);
      await expect(requestSecret(newEmail)).rejects.toBeInstanceOf(TooManyAttemptsError);
    });
  });
}
