/** A link to the document about a part of the page. */
import { Icon } from "../controls/icons.tsx";
import { useTexts } from "../texts/language.tsx";
import { documentAt, type Topic } from "./documents.ts";

export function DocumentLink({ topic, about }: { readonly topic: Topic; readonly about: string }) {
  const { texts } = useTexts();
  return (
    <a
      className="icon small documentLink"
      href={documentAt(topic)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.documentationOf(about)}
      title={texts.documentationOf(about)}
    >
      <Icon name="info" size={15} />
    </a>
  );
}
