// Submits the forms of the API pages and shows the responses; uses the token, or the session of our own pages.
const TEXT_LIMIT = 50_000;

for (const section of document.querySelectorAll(".try")) section.hidden = false;

for (const form of document.querySelectorAll(".try form")) {
  const [status, output, stop] = [".try [role=status]", "pre", ".stop"].map((part) => form.querySelector(part));
  let controller = new AbortController();
  stop.addEventListener("click", () => controller.abort());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    controller.abort();
    controller = new AbortController();
    output.hidden = true;
    output.textContent = "";
    status.textContent = "Sending …";
    stop.hidden = false;
    const { signal } = controller;
    void send(form, signal, status, output).finally(() => {
      if (signal === controller.signal) stop.hidden = true;
    });
  });
}

async function send(form, signal, status, output) {
  try {
    const { url, ...request } = await requestOf(form);
    const response = await fetch(url, { ...request, signal });
    status.textContent = `${response.status} ${response.statusText}`;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
    output.hidden = false;
    await show(response, headers, output);
  } catch (error) {
    if (!signal.aborted) status.textContent = String(error);
  }
}

async function requestOf(form) {
  const { method, path } = form.dataset;
  const filledFields = (location) =>
    [...form.elements].filter((field) => field.dataset.in === location && field.value !== "");
  const values = Object.fromEntries(filledFields("path").map(({ name, value }) => [name, value]));
  const query = new URLSearchParams(filledFields("query").map(({ name, value }) => [name, value]));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const headers = Object.fromEntries(filledFields("header").map(({ name, value }) => [name, value]));
  const token = document.querySelector("#token").value.trim();
  if (token !== "") headers["Authorization"] = `Bearer ${token}`;
  else if (method !== "GET") headers["X-CSRF-Token"] = await csrfToken();
  const [json] = filledFields("json");
  const parts = filledFields("form");
  if (json !== undefined) headers["Content-Type"] = "application/json";
  return {
    url: query.size === 0 ? address : `${address}?${query}`,
    method,
    headers,
    body: json?.value ?? (parts.length > 0 ? formOf(parts) : null),
  };
}

function formOf(parts) {
  const form = new FormData();
  for (const { name, value, files } of parts) form.append(name, files === null ? value : files[0]);
  return form;
}

async function csrfToken() {
  const session = await fetch("/account/session");
  return session.ok ? (await session.json()).csrf_token : "";
}

async function show(response, headers, output) {
  let text = "";
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    output.textContent = `${headers}\n${text}`;
    if (text.length < TEXT_LIMIT) continue;
    output.textContent = `${headers}\n${text.slice(0, TEXT_LIMIT)}\n…`;
    await reader.cancel();
    return;
  }
  output.textContent = `${headers}\n${isJson ? indent(text) : text}`;
}

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
