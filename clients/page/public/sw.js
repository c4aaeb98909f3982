/**
 * Opens the page offline: files and model parts by the hash in their name, and the server's latest responses. Browsers
 * run it only over https and on localhost.
 *
 * Responses about scenarios are cached per user, as named by the server (`X-Etesian-Person`), and served to that user
 * only. The page records the user after each of the server's responses about the visitor (`account/personal-data.ts`).
 */
// The build fills in both: the name of this release and its files.
const RELEASE = "development";
const FILES = [];

const FILES_CACHE = `etesian-files-${RELEASE}`;
/** Parts of models, and the manifests that name them: the same for all users. */
const MODEL_CACHE = "etesian-model";
/** Responses about scenarios: `etesian-answers-12` holds those for user 12, `etesian-answers-public` the public ones. */
const ANSWERS = "etesian-answers";
const PUBLIC_ANSWERS = `${ANSWERS}-public`;
/** The browser's user as recorded by the page: `12`, or `none`. */
const OWNER_CACHE = "etesian-owner";
const OWNER_PATH = "/owner";
const MAX_CACHED_MANIFESTS = 4;
const MAX_CACHED_RESPONSES = 60;

const PAGE = /^\/(?:s\/[^/]+|collections\/[^/]+|dictionary|yours)?\/?$/;
const PART = /^\/api\/v3\/model\/parts\/[0-9a-f]{64}$/;
const MANIFEST = /^\/api\/v3\/model\/areas\/[^/]+$/;
const RECIPE = /^\/api\/v3\/scenarios\/\d+\/recipe$/;
const ANSWER =
  /^\/api\/(?:v3\/(?:areas|scenarios\/\d+(?:\/(?:recipe|inputs|curve_numbers\/[0-9a-f]{64}))?)|v1\/featured_scenarios)$/;

/** Responses that are the same for all users. */
const PUBLIC = /^\/api\/v(?:3\/areas|1\/featured_scenarios)$/;
/**
 * Requests after which the browser may belong to another user: signing in and out, links in emails, deletion of the
 * account.
 */
const CHANGES_PERSON =
  /^\/(?:sign-in|sign-out|invitation|oauth\/sign-out|account\/(?:visitor(?:\/account)?|settings\/delete)$)/;
/** The same for navigations, such as following a link. */
const COMES_BACK = /^\/sign-in\/with\/[^/]+\/callback$/;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const files = await caches.open(FILES_CACHE);
      // The server returns pages to requests that accept HTML.
      await files.put("/", await succeeded(fetch("/", { headers: { accept: "text/html" } })));
      await files.addAll(FILES);
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const isOld = (name) => name.startsWith("etesian-files-") && name !== FILES_CACHE;
      // Written by an earlier release, without a user.
      const old = names.filter((name) => isOld(name) || name === ANSWERS);
      await Promise.all(old.map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  if (changesPerson(event.request)) event.waitUntil(forgetPerson());
  const answer = answerTo(event.request);
  if (answer !== null) event.respondWith(answer());
});

/** Lists the resources that the page loaded before this worker was active. */
addEventListener("message", (event) => {
  const { keep = [] } = event.data ?? {};
  event.waitUntil(
    Promise.all(
      keep.map(async (path) => {
        const answer = answerTo(new Request(path));
        await answer?.().catch(() => null);
      }),
    ),
  );
});

/** The response to a request; null when the worker leaves it to the browser. */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return null;
  if (request.mode === "navigate") return PAGE.test(pathname) ? () => page(request) : null;
  if (pathname.startsWith("/assets/")) return () => file(request);
  if (PART.test(pathname)) return () => part(request);
  if (MANIFEST.test(pathname)) return () => newest(request, MODEL_CACHE, keepNamedParts);
  if (PUBLIC.test(pathname)) return () => newest(request, PUBLIC_ANSWERS, keepNewestAnswers);
  if (ANSWER.test(pathname)) return () => personal(request);
  return null;
}

function changesPerson(request) {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return false;
  return request.method === "GET" ? COMES_BACK.test(pathname) : CHANGES_PERSON.test(pathname);
}

/** The user whose responses are served; `none` until the page has recorded one. */
async function ownerNow() {
  const noted = await (await caches.open(OWNER_CACHE)).match(OWNER_PATH);
  return (await noted?.text()) ?? "none";
}

const answersOf = (owner) => (owner === "none" ? PUBLIC_ANSWERS : `${ANSWERS}-${owner}`);

/** Until the page has asked the server again, no user's response is cached. */
async function forgetPerson() {
  const names = await caches.keys();
  const personal = names.filter((name) => name.startsWith(ANSWERS) && name !== PUBLIC_ANSWERS);
  await Promise.all([OWNER_CACHE, ...personal].map((name) => caches.delete(name)));
}

/** The server's response, cached if it belongs to the current user or is public; offline, the last response to that user. */
async function personal(request) {
  try {
    const response = await fetch(request);
    const person = response.headers.get("x-etesian-person");
    if (response.status !== 200 || person === null) return response;
    if (person !== "none" && person !== (await ownerNow())) return response;
    const name = answersOf(person);
    const cache = await caches.open(name);
    await cache.put(request, response.clone());
    await keepNewestAnswers(cache);
    // The user may have signed out while it was being written.
    if (person !== "none" && person !== (await ownerNow())) await caches.delete(name);
    return response;
  } catch (error) {
    const kept =
      (await caches.match(request, { ignoreVary: true, cacheName: answersOf(await ownerNow()) })) ??
      (await caches.match(request, { ignoreVary: true, cacheName: PUBLIC_ANSWERS }));
    if (kept === undefined) throw error;
    return kept;
  }
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** A part is identified by its hash, so a cached part is never requested again. */
async function part(request) {
  const cache = await caches.open(MODEL_CACHE);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The server's response, or the latest cached one. */
async function newest(request, name, tidy) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      await cache.put(request, response.clone());
      await tidy(cache);
    }
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Removes all manifests but the latest, and the parts that none of the remaining ones names. */
async function keepNamedParts(cache) {
  const requests = await cache.keys();
  const manifests = requests.filter(({ url }) => MANIFEST.test(new URL(url).pathname));
  const latest = manifests.slice(-MAX_CACHED_MANIFESTS);
  const texts = await Promise.all(latest.map(async (request) => (await cache.match(request)).text()));
  const named = new Set(texts.flatMap((text) => text.match(/[0-9a-f]{64}/g) ?? []));
  const isOld = (request) => {
    const { pathname } = new URL(request.url);
    return PART.test(pathname) ? !named.has(pathname.split("/").at(-1)) : !latest.includes(request);
  };
  await Promise.all(requests.filter(isOld).map((request) => cache.delete(request)));
}

/**
 * Keeps only the recipe of a scenario's newest version, which is the one that is opened, and removes the oldest
 * responses.
 */
async function keepNewestAnswers(cache) {
  const requests = await cache.keys();
  const recipes = requests
    .map((request) => ({ request, address: new URL(request.url) }))
    .filter(({ address }) => RECIPE.test(address.pathname))
    .map(({ request, address }) => ({ request, path: address.pathname, at: Number(address.searchParams.get("at")) }));
  const isPast = ({ path, at }) => recipes.some((other) => other.path === path && other.at > at);
  const past = recipes.filter(isPast).map(({ request }) => request);
  const others = requests.filter((request) => !past.includes(request));
  await Promise.all([...past, ...others.slice(0, -MAX_CACHED_RESPONSES)].map((request) => cache.delete(request)));
}

async function succeeded(pending) {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}
