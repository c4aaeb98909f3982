/** Lists and removes addresses that invitations added to the account. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { AddedAddress, Person } from "../../account/visitor.ts";
import { ErrorMessages } from "../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../controls/use-attempt.ts";
import { visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";

export function AddedAddresses({ person }: { readonly person: Person }) {
  const { account } = useTexts().texts;
  const queries = useQueryClient();
  const key = ["yours", "addresses", person.id];
  const { data: added = [] } = useQuery({ queryKey: key, queryFn: () => visitor.addedAddresses() });
  const attempt = useAttempt();
  const remove = (address: AddedAddress): void =>
    attempt.run(async () => {
      await visitor.removeAddress(address);
      await queries.invalidateQueries({ queryKey: key });
    });
  if (added.length === 0) return null;
  return (
    <section aria-labelledby="addresses-title">
      <h3 id="addresses-title">{account.otherAddresses}</h3>
      <p className="hint">{account.otherAddressesAbout}</p>
      <ErrorMessages messages={attempt.errors} />
      <ul className="facts">
        {added.map((address) => (
          <li key={address.id} className="fact">
            {address.email}
            <ActionButton
              className="button plain danger"
              aria-label={`${account.removeAddress}: ${address.email}`}
              isBusy={attempt.isBusy}
              onPress={() => remove(address)}
            >
              {account.removeAddress}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
