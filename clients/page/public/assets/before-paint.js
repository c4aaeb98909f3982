// Runs before the first paint, so that neither the colours nor the language change under the eye.
const chosen = (name) => {
  try {
    return localStorage.getItem(`etesian.${name}`);
  } catch {
    return null;
  }
};
// A system without a language reports `en-US@posix`, which Intl refuses; libraries create formats while they load.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
const theme = chosen("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.documentElement.dataset.theme = theme;
document.documentElement.lang = chosen("language") ?? (navigator.language.startsWith("nl") ? "nl" : "en");
