/** Coupling groups of the scenario: their sliders, the effect of a change, and the buttons that apply it. */
import { useEffect, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";
import { type HeadlineNumber, readableKey } from "@etesian/interface";
import { ensureSignedIn } from "../../../account/signing-in.ts";
import type { Variant } from "../../../calculation/calculator.ts";
import { HeadlineFigures } from "../../../charts/Figures.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { formatWithUnit } from "../../../figures/figures.ts";
import { valueOf } from "../../../figures/values.ts";
import { useTexts } from "../../../texts/language.tsx";
import { NumberChange } from "../../NumberChange.tsx";
import { useIsFixed, useSession, useWorkspace } from "../../session-context.tsx";
import { type CouplingGroup, couplingGroups } from "./coupling-groups.ts";

/** Maximum number of slider titles listed per group; the others are counted. */
const MAX_TITLES = 4;

export function Couplings() {
  const { yours } = useTexts().texts;
  const { session, inputs } = useWorkspace();
  const activeCouplings = useSession(({ scenario }) => scenario.activeCouplings);
  const inactiveCouplings = useSession(({ scenario }) => scenario.inactiveCouplings);
  const isFixed = useIsFixed();
  const attempt = useAttempt();
  /** The group whose effect is shown. */
  const [shown, setShown] = useState<string | null>(null);
  const groups = couplingGroups(inputs, { activeCouplings, inactiveCouplings });

  const change = ({ name, state }: CouplingGroup): void => {
    const [to, from] = state === "active" ? (["uncouple", "couple"] as const) : (["couple", "uncouple"] as const);
    attempt.run(async () => {
      // The API lets only signed-in users change couplings, even in a scenario that everyone may change.
      if (!(await ensureSignedIn(null))) return;
      await session.replacePart({
        to: { kind: "coupling", groups: [name], step: to },
        from: { kind: "coupling", groups: [name], step: from },
      });
    });
  };
  const removeAll = (): void =>
    attempt.run(async () => {
      if (!(await ensureSignedIn(null))) return;
      await session.waitUntilStored();
      const { version } = session.state.getState().scenario;
      await session.replacePart({
        to: { kind: "coupling", groups: [], step: "remove" },
        from: { kind: "version", version },
      });
    });

  return (
    <div className="orders couplings">
      <p className="hint">{yours.couplingsAbout}</p>
      <ErrorMessages messages={attempt.errors} />
      {groups.length === 0 && <p className="empty">{yours.noCouplings}</p>}
      {groups.map((group) => (
        <Group
          key={group.name}
          group={group}
          isDisabled={isFixed}
          isBusy={attempt.isBusy}
          isShown={shown === group.name}
          onShow={(isShown) => setShown(isShown ? group.name : null)}
          onChange={() => change(group)}
        />
      ))}
      {groups.some(({ state }) => state !== "unused") && (
        <footer>
          <ActionButton className="button plain" isDisabled={isFixed} isBusy={attempt.isBusy} onPress={removeAll}>
            {yours.removeCouplings}
          </ActionButton>
          <span className="hint">{yours.removeCouplingsAbout}</span>
        </footer>
      )}
    </div>
  );
}

function Group({
  group,
  isDisabled,
  isBusy,
  isShown,
  onShow,
  onChange,
}: {
  readonly group: CouplingGroup;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly onChange: () => void;
}) {
  const { session } = useWorkspace();
  const { texts, language } = useTexts();
  const { yours } = texts;
  const title = readableKey(group.name)[language];
  const isActive = group.state === "active";
  return (
    <section aria-label={title} data-group={group.name}>
      <header>
        <h3>{title}</h3>
        <span className="state">{yours.couplingStates[group.state]}</span>
        <span className="space" />
        {session.canExplain && (
          <ToggleButton className="button plain" isSelected={isShown} onChange={onShow}>
            {yours.couplingEffect}
          </ToggleButton>
        )}
        <ActionButton className="button" isDisabled={isDisabled} isBusy={isBusy} onPress={onChange}>
          {isActive ? yours.uncouple : yours.couple}
        </ActionButton>
      </header>
      <Sliders keys={group.activated} about={yours.couplingActivates(group.activated.length)} />
      <Sliders keys={group.replaced} about={yours.couplingReplaces(group.replaced.length)} />
      {isShown && <Effect group={group} />}
    </section>
  );
}

function Sliders({ keys, about }: { readonly keys: readonly string[]; readonly about: string }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  if (keys.length === 0) return null;
  const titles = keys.slice(0, MAX_TITLES).map((key) => model.sliders.get(key)?.title ?? readableKey(key)[language]);
  const others = keys.length - titles.length;
  return (
    <p>
      {about} {titles.join(", ")}
      {others > 0 && ` ${texts.andMore(others)}`}
    </p>
  );
}

/** The headline numbers with the group coupled or uncoupled, next to the current ones. */
function Effect({ group: { name, state } }: { readonly group: CouplingGroup }) {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const base = useSession((current) => current.base);
  const answer = useSession((current) => current.answer);
  const [variant, setVariant] = useState<Variant | null>(null);
  useEffect(() => {
    setVariant(null);
    const others = base.activeCouplings.filter((coupling) => coupling !== name);
    session.trials.couple(
      state === "active" ? others : [...others, name],
      model.headline.map(({ query }) => query),
      setVariant,
    );
  }, [session, model, base, name, state]);
  if (variant === null) return <p role="status">{texts.yours.couplingCalculating}</p>;
  const inUnit = (value: number | null, { factor }: HeadlineNumber): number | null =>
    value === null ? null : value * factor;
  const variantValue = (number: HeadlineNumber): number | null =>
    inUnit(variant.results.get(number.query) ?? null, number);
  return (
    <HeadlineFigures
      numbers={model.headline}
      columns={[
        { head: texts.yours.couplingEffect, cell: (number) => formatWithUnit("", variantValue(number), language) },
        {
          head: texts.difference,
          cell: (number) => (
            <NumberChange
              from={answer === null ? null : inUnit(valueOf(answer, number.query, number, "future"), number)}
              to={variantValue(number)}
              better={number.better}
            />
          ),
        },
      ]}
    />
  );
}
