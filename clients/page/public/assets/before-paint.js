// Runs before the first paint, so that neither colours nor language change visibly.
const chosen = (name) => {
  try {
    return localStorage.getItem(`etesian.${name}`);
  } catch {
    return null;
  }
};
// A system without a language reports `en-US@posix`, which Intl rejects; libraries create formats while they load.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
const theme = chosen("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.documentElement.dataset.theme = theme;
document.documentElement.lang = chosen("language") ?? (navigator.language.startsWith("nl") ? "nl" : "en");
