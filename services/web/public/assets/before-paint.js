// Runs before the first paint, so that neither the colours nor the language change under the eye.
const chosen = (name) => {
  try {
    return localStorage.getItem(`etesian.${name}`);
  } catch {
    return null;
  }
};
const theme = chosen("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.documentElement.dataset.theme = theme;
document.documentElement.lang = chosen("language") ?? (navigator.language.startsWith("nl") ? "nl" : "en");
