// Copies a new token. Browsers have no clipboard for scripts without TLS but on the machine itself: there the selection is copied.
for (const button of document.querySelectorAll("button.copy")) {
  const field = button.parentElement.querySelector("input.token");
  button.hidden = false;
  button.addEventListener("click", () => {
    field.select();
    // A browser may refuse its clipboard, too.
    const copySelected = () => document.execCommand("copy");
    const copied = navigator.clipboard?.writeText(field.value).catch(copySelected) ?? Promise.resolve(copySelected());
    void copied.then((done) => (button.textContent = done === false ? "Selected: copy it now" : "Copied"));
  });
}
