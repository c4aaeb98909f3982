// Submits the forms of the API pages and shows the responses; uses the token, or the session of our own pages.
const LONGEST = 50_000;

for (const hidden of document.querySelectorAll(".try")) hidden.hidden = false;

for (const form of document.querySelectorAll(".try form")) {
  const [status, answer, stop] = [".try [role=status]", "pre", ".stop"].map((part) => form.querySelector(part));
  let sending = new AbortController();
  stop.addEventListener("click", () => sending.abort());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sending.abort();
    sending = new AbortController();
    answer.hidden = true;
    answer.textContent = "";
    status.textContent = "Sending …";
    stop.hidden = false;
    const { signal } = sending;
    void send(form, signal, status, answer).finally(() => {
      if (signal === sending.signal) stop.hidden = true;
    });
  });
}

async function send(form, signal, status, answer) {
  try {
    const { url, ...request } = await requestOf(form);
    const response = await fetch(url, { ...request, signal });
    status.textContent = `${response.status} ${response.statusText}`;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
    answer.hidden = false;
    await show(response, headers, answer);
  } catch (error) {
    if (!signal.aborted) status.textContent = String(error);
  }
}

async function requestOf(form) {
  const { method, path } = form.dataset;
  const given = (place) => [...form.elements].filter((field) => field.dataset.in === place && field.value !== "");
  const values = Object.fromEntries(given("path").map(({ name, value }) => [name, value]));
  const query = new URLSearchParams(given("query").map(({ name, value }) => [name, value]));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const headers = Object.fromEntries(given("header").map(({ name, value }) => [name, value]));
  const token = document.querySelector("#token").value.trim();
  if (token !== "") headers["Authorization"] = `Bearer ${token}`;
  else if (method !== "GET") headers["X-CSRF-Token"] = await csrfToken();
  const [json] = given("json");
  const parts = given("form");
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

async function show(response, headers, answer) {
  let text = "";
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    answer.textContent = `${headers}\n${text}`;
    if (text.length < LONGEST) continue;
    answer.textContent = `${headers}\n${text.slice(0, LONGEST)}\n…`;
    await reader.cancel();
    return;
  }
  answer.textContent = `${headers}\n${isJson ? indented(text) : text}`;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
