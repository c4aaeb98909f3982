// Copies a new token. Browsers have no clipboard for scripts without TLS but on the machine itself: there the selection is copied.
for (const button of document.querySelectorAll("button.copy")) {
  const field = button.parentElement.querySelector("input.token");
  button.hidden = false;
  button.addEventListener("click", () => {
    field.select();
    const copied = navigator.clipboard?.writeText(field.value) ?? Promise.resolve(document.execCommand("copy"));
    void copied.then((done) => (button.textContent = done === false ? "Selected: copy it now" : "Copied"));
  });
}
