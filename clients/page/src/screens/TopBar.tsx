/** The bar above every screen. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { useStore } from "zustand";
import { ensureSignedIn } from "../account/signing-in.ts";
import { Icon } from "../controls/icons.tsx";
import { Segments } from "../controls/Segments.tsx";
import { visitor } from "../server.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts/language.tsx";
import { useTheme } from "./theme.tsx";
import { AccountMenu } from "./yours/AccountMenu.tsx";

const LANGUAGES = [
  { key: "en", label: "English" },
  { key: "nl", label: "Nederlands" },
] as const;

const themesIn = ({ light, dark }: Texts) =>
  [
    { key: "light", label: light },
    { key: "dark", label: dark },
  ] as const;

/** The name of the service, which links to the start page. */
export function Brand() {
  const { texts } = useTexts();
  return (
    <Link to="/" className="brand" aria-label={`Etesian: ${texts.toStart}`}>
      <Icon name="mark" size={20} />
      Etesian
    </Link>
  );
}

/** @param props.children the controls between the name and the settings, if any */
export function TopBar({ children }: { readonly children?: ReactNode }) {
  const { texts, language, setLanguage } = useTexts();
  const { theme, setTheme } = useTheme();
  return (
    <header className="top">
      <Brand />
      {children ?? <span className="space" />}
      <Segments label={texts.theme} selectedKey={theme} onChoose={setTheme} segments={themesIn(texts)} />
      <Segments
        label={texts.language}
        selectedKey={language}
        onChoose={setLanguage}
        segments={LANGUAGES.map(({ key }) => ({ key, label: key.toUpperCase() }))}
      />
      <a className="button" href="/docs">
        {texts.documentation}
      </a>
      <SettingsMenu />
      <AccountMenu />
    </header>
  );
}

/** Theme, language and sign-in, for bars that are too narrow to show them. */
function SettingsMenu() {
  const { texts, language, setLanguage } = useTexts();
  const { theme, setTheme } = useTheme();
  const isGuest = useStore(visitor.state, ({ person, isSettled }) => isSettled && person === null);
  return (
    <MenuTrigger>
      <Button className="icon settings" aria-label={texts.settings}>
        <Icon name="more" />
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu aria-label={texts.settings} onAction={(key) => key === "sign-in" && void ensureSignedIn(null)}>
          <ChoiceSection title={texts.theme} items={themesIn(texts)} chosen={theme} onChoose={setTheme} />
          <ChoiceSection title={texts.language} items={LANGUAGES} chosen={language} onChoose={setLanguage} />
          <MenuItem href="/docs">{texts.documentation}</MenuItem>
          <MenuItem href="/dictionary">{texts.actions.dictionary}</MenuItem>
          {isGuest && <MenuItem id="sign-in">{texts.yours.signIn}</MenuItem>}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function ChoiceSection<Key extends string>({
  title,
  items,
  chosen,
  onChoose,
}: {
  readonly title: string;
  readonly items: readonly { readonly key: Key; readonly label: string }[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const next = items.find(({ key }) => keys !== "all" && keys.has(key));
        if (next !== undefined) onChoose(next.key);
      }}
    >
      <Header className="who">{title}</Header>
      {items.map(({ key, label }) => (
        <MenuItem key={key} id={key}>
          {({ isSelected }) => (
            <>
              {label}
              <span className="space" />
              {isSelected && <Icon name="check" />}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
