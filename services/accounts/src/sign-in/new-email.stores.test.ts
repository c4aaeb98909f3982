/** Changing an account's email. On every store. */
import { storesOfRun } from "@etesian/event-store/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, AccountError } from "../people/accounts.ts";
import { cause, openPeople, PASSWORD, type People, SITE } from "../people.fixture.ts";
import { TooManyAttemptsError } from "./sign-in.ts";

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`a new email: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let people: People;
    /** Set before each test. */
    let [OLD, NEW, ada, tests] = ["", "", 0, 0];

    beforeAll(async () => {
      people = await openPeople(await create());
    });
    afterAll(() => people.close());
    beforeEach(async () => {
      tests += 1;
      [OLD, NEW] = [`ada-${tests}@example.org`, `ada-${tests}@new.example.org`];
      ada = await people.accounts.create({ email: OLD, name: "Ada" }, false, cause);
      await people.passwords.set(ada, PASSWORD);
    });

    const account = async (id = ada): Promise<Account> => (await people.accounts.find(id))!;
    async function secretTo(email: string): Promise<string> {
      await people.newEmail.send(await account(), email, SITE, cause);
      return people.lastSecret();
    }

    test("a new email signs in once its link is used; the previous one no longer does, and is notified", async () => {
      await people.signIn.sendLink(OLD, "1", SITE, "", cause);
      const signsIn = await people.lastSecret();
      const secret = await secretTo(NEW);
      expect(people.emails.at(-1)).toMatchObject({ to: NEW, subject: "Your new email address" });
      expect(await people.newEmail.find(await account(), secret)).toBe(NEW);
      expect((await account()).email).toBe(OLD);

      expect(await people.newEmail.use(await account(), secret, cause)).toBe(true);
      expect(await account()).toMatchObject({ id: ada, email: NEW, name: "Ada" });
      expect(await people.signIn.withPassword(NEW, PASSWORD, "1")).toBe(ada);
      expect(await people.signIn.withPassword(OLD, PASSWORD, "1")).toBeNull();
      expect(await people.signIn.linked(signsIn)).toBeNull();
      await people.outbox.deliver();
      expect(people.emails.at(-1)).toMatchObject({ to: OLD, subject: "Your account's email address was changed" });
      expect(people.emails.at(-1)!.text).not.toContain(NEW);
      expect(await people.newEmail.use(await account(), secret, cause)).toBe(false);

      // Resources shared with either address belong to the account, which can switch back.
      expect([await people.accounts.findByEmail(OLD), await people.accounts.findByEmail(NEW)]).toEqual([ada, ada]);
      expect(await people.newEmail.use(await account(), await secretTo(OLD), cause)).toBe(true);
      expect(await people.signIn.withPassword(OLD, PASSWORD, "1")).toBe(ada);
    });

    test("a link to a new email has no effect for another account, after an hour, or after another change", async () => {
      const secret = await secretTo(NEW);
      const bob = await people.accounts.create({ email: `bob-${tests}@example.org`, name: null }, false, cause);
      expect(await people.newEmail.use(await account(bob), secret, cause)).toBe(false);
      for (const other of ["x", secret.split(".")[0]!, `${secret.slice(0, -4)}AAAA`]) {
        expect([other, await people.newEmail.find(await account(), other)]).toEqual([other, null]);
      }
      people.wait(3_600_000);
      expect(await people.newEmail.use(await account(), secret, cause)).toBe(false);
      expect((await account()).email).toBe(OLD);
    });

    test("an email of another account is refused, even one created meanwhile, and only its mailbox is notified", async () => {
      const taken = `bob-${tests}@example.org`;
      await people.accounts.create({ email: taken, name: null }, false, cause);
      await people.newEmail.send(await account(), taken, SITE, cause);
      await people.outbox.deliver();
      expect(people.emails.at(-1)).toMatchObject({ to: taken, subject: "This address already has an account" });
      const secret = await secretTo(NEW);
      await people.accounts.create({ email: NEW, name: null }, false, cause);
      await expect(people.newEmail.use(await account(), secret, cause)).rejects.toBeInstanceOf(AccountError);
      expect((await account()).email).toBe(OLD);
    });

    test("a new email can be requested five times an hour", async () => {
      for (let times = 0; times < 5; times++) await secretTo(`${times}-${NEW}`);
      await expect(secretTo(NEW)).rejects.toBeInstanceOf(TooManyAttemptsError);
    });
  });
}
