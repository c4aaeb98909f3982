/** The bar above every screen. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../controls/icons.tsx";
import { Segments } from "../controls/Segments.tsx";
import { useTexts } from "../texts/language.tsx";
import { useTheme } from "./theme.tsx";
import { AccountMenu } from "./yours/AccountMenu.tsx";

/** The name of the service, which leads to its first screen. */
export function Brand() {
  const { texts } = useTexts();
  return (
    <Link to="/" className="brand" aria-label={`Etesian: ${texts.toStart}`}>
      <Icon name="mark" size={20} />
      Etesian
    </Link>
  );
}

/** @param props.children the controls between the name and the settings; absent: nothing */
export function TopBar({ children }: { readonly children?: ReactNode }) {
  const { texts, language, speak } = useTexts();
  const { chosen, choose } = useTheme();
  return (
    <header className="top">
      <Brand />
      {children ?? <span className="space" />}
      <Segments
        label={texts.theme}
        chosen={chosen}
        onChoose={choose}
        segments={[
          { key: "light", label: texts.light },
          { key: "dark", label: texts.dark },
        ]}
      />
      <Segments
        label={texts.language}
        chosen={language}
        onChoose={speak}
        segments={[
          { key: "en", label: "EN" },
          { key: "nl", label: "NL" },
        ]}
      />
      <a className="button" href="/docs">
        {texts.documentation}
      </a>
      <AccountMenu />
    </header>
  );
}
