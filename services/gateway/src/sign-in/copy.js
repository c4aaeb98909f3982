// Copies a new token. Without TLS, browsers offer no clipboard to scripts except on loopback; then the selection is copied.
for (const button of document.querySelectorAll("button.copy")) {
  const field = button.parentElement.querySelector("input.token");
  button.hidden = false;
  button.addEventListener("click", () => {
    field.select();
    // A browser may also deny access to its clipboard.
    const copySelected = () => document.execCommand("copy");
    const copied = navigator.clipboard?.writeText(field.value).catch(copySelected) ?? Promise.resolve(copySelected());
    void copied.then((done) => (button.textContent = done === false ? "Selected: copy it now" : "Copied"));
  });
}
