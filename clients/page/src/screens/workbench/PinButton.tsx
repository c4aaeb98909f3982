/** Pins a pane: it keeps its chart when another slide is opened. */
import { ToggleButton } from "react-aria-components";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";
import { usePane } from "./pane-state.tsx";

export function PinButton({ title }: { readonly title: string }) {
  const { texts } = useTexts();
  const { pane, change, canPin } = usePane();
  if (!canPin) return null;
  return (
    <ToggleButton
      className="icon small pin"
      aria-label={texts.pin(title)}
      isSelected={pane.isPinned}
      onChange={(isPinned) => change({ isPinned })}
    >
      <Icon name="pin" size={15} />
    </ToggleButton>
  );
}
