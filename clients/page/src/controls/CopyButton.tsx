/** Copies text to the clipboard. */
import { useState } from "react";
import { Button } from "react-aria-components";
import { useTexts } from "../texts/language.tsx";

/**
 * Copies a string; resolves to whether it was copied. Pages over plain HTTP have no clipboard API: there the text is
 * selected and copied with a command.
 */
export async function copy(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) {
    return clipboard.writeText(text).then(
      () => true,
      () => copySelection(text),
    );
  }
  return copySelection(text);
}

function copySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  // `execCommand` is the only way without a clipboard API. oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { texts } = useTexts();
  const [copiedText, setCopiedText] = useState<string | null>(null);
  return (
    <Button
      className="button"
      onPress={() => void copy(text).then((isCopied) => setCopiedText(isCopied ? text : null))}
    >
      <span aria-live="polite">{copiedText === text ? texts.yours.copied : (label ?? texts.yours.copy)}</span>
    </Button>
  );
}
