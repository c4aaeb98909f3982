/** The screens of a scenario. */
import { Link } from "@tanstack/react-router";
import { useTexts } from "../../texts/language.tsx";

export function ViewLinks({ isComparing }: { readonly isComparing: boolean }) {
  const { texts } = useTexts();
  return (
    <nav className="views" aria-label={texts.compare.views}>
      <Link
        to="."
        search={(search) => ({ ...search, view: undefined })}
        aria-current={isComparing ? undefined : "page"}
      >
        {texts.compare.workbench}
      </Link>
      <Link
        to="."
        search={(search) => ({ ...search, view: "compare" as const })}
        aria-current={isComparing ? "page" : undefined}
      >
        {texts.compare.title}
      </Link>
    </nav>
  );
}
