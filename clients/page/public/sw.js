/**
 * Opens the page offline: files and model parts by the hash in their name, and the server's latest responses. Browsers
 * run it only over https and on localhost.
 *
 * Responses about scenarios are cached per user, as reported by the server (`X-Etesian-Person`), and served to that user
 * only. The page records the user after each of the server's responses about the visitor (`account/personal-data.ts`).
 */
// The build fills in both: the name of this release and its files.
const RELEASE = "development";
const FILES = [];

const FILES_CACHE = `etesian-files-${RELEASE}`;
/** Parts of models, and the manifests that name them: the same for all users. */
const MODEL_CACHE = "etesian-model";
/** Responses about scenarios: `etesian-answers-12` holds those for user 12, `etesian-answers-public` the public ones. */
const RESPONSES = "etesian-answers";
const PUBLIC_RESPONSES = `${RESPONSES}-public`;
/** The browser's user as recorded by the page: `12`, or `none`. */
const OWNER_CACHE = "etesian-owner";
const OWNER_PATH = "/owner";
const MAX_CACHED_MANIFESTS = 4;
const MAX_CACHED_RESPONSES = 60;

const PAGE = /^\/(?:s\/[^/]+|collections\/[^/]+|dictionary|yours)?\/?$/;
const PART = /^\/api\/v3\/model\/parts\/[0-9a-f]{64}$/;
const MANIFEST = /^\/api\/v3\/model\/areas\/[^/]+$/;
const RECIPE = /^\/api\/v3\/scenarios\/\d+\/recipe$/;
const CACHED_RESPONSE =
  /^\/api\/(?:v3\/(?:areas|scenarios\/\d+(?:\/(?:recipe|inputs|curve_numbers\/[0-9a-f]{64}))?)|v1\/featured_scenarios)$/;

/** Responses that are the same for all users. */
const PUBLIC = /^\/api\/v(?:3\/areas|1\/featured_scenarios)$/;
/**
 * Requests after which the browser may belong to another user: signing in and out, links in emails, deletion of the
 * account.
 */
const CHANGES_PERSON =
  /^\/(?:sign-in|sign-out|invitation|oauth\/sign-out|account\/(?:visitor(?:\/account)?|settings\/delete)$)/;
/** Navigations after which the browser may belong to another user. */
const SIGN_IN_CALLBACK = /^\/sign-in\/with\/[^/]+\/callback$/;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const files = await caches.open(FILES_CACHE);
      // The server returns pages to requests that accept HTML.
      await files.put("/", await requireOk(fetch("/", { headers: { accept: "text/html" } })));
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
      // Earlier releases wrote a cache without a user.
      const old = names.filter((name) => isOld(name) || name === RESPONSES);
      await Promise.all(old.map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  if (changesPerson(event.request)) event.waitUntil(deletePersonalCaches());
  const respond = responderFor(event.request);
  if (respond !== null) event.respondWith(respond());
});

/** Lists the resources that the page loaded before this worker was active. */
addEventListener("message", (event) => {
  const { keep = [] } = event.data ?? {};
  event.waitUntil(
    Promise.all(
      keep.map(async (path) => {
        const respond = responderFor(new Request(path));
        await respond?.().catch(() => null);
      }),
    ),
  );
});

/** Returns a function that responds to a request; null if the browser handles the request. */
function responderFor(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return null;
  if (request.mode === "navigate") return PAGE.test(pathname) ? () => fetchPage(request) : null;
  if (pathname.startsWith("/assets/")) return () => fetchFile(request);
  if (PART.test(pathname)) return () => fetchPart(request);
  if (MANIFEST.test(pathname)) return () => fetchNewest(request, MODEL_CACHE, pruneParts);
  if (PUBLIC.test(pathname)) return () => fetchNewest(request, PUBLIC_RESPONSES, pruneResponses);
  if (CACHED_RESPONSE.test(pathname)) return () => fetchPersonal(request);
  return null;
}

function changesPerson(request) {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return false;
  return request.method === "GET" ? SIGN_IN_CALLBACK.test(pathname) : CHANGES_PERSON.test(pathname);
}

/** The user whose responses are served; `none` until the page has recorded one. */
async function currentOwner() {
  const record = await (await caches.open(OWNER_CACHE)).match(OWNER_PATH);
  return (await record?.text()) ?? "none";
}

const responseCacheOf = (owner) => (owner === "none" ? PUBLIC_RESPONSES : `${RESPONSES}-${owner}`);

/** Deletes all users' responses; none is cached until the page has requested the visitor again. */
async function deletePersonalCaches() {
  const names = await caches.keys();
  const personalCaches = names.filter((name) => name.startsWith(RESPONSES) && name !== PUBLIC_RESPONSES);
  await Promise.all([OWNER_CACHE, ...personalCaches].map((name) => caches.delete(name)));
}

/** The server's response, cached if it belongs to the current user or is public; offline, the last response to that user. */
async function fetchPersonal(request) {
  try {
    const response = await fetch(request);
    const person = response.headers.get("x-etesian-person");
    if (response.status !== 200 || person === null) return response;
    if (person !== "none" && person !== (await currentOwner())) return response;
    const name = responseCacheOf(person);
    const cache = await caches.open(name);
    await cache.put(request, response.clone());
    await pruneResponses(cache);
    // The user may have signed out while it was being written.
    if (person !== "none" && person !== (await currentOwner())) await caches.delete(name);
    return response;
  } catch (error) {
    const cached =
      (await caches.match(request, { ignoreVary: true, cacheName: responseCacheOf(await currentOwner()) })) ??
      (await caches.match(request, { ignoreVary: true, cacheName: PUBLIC_RESPONSES }));
    if (cached === undefined) throw error;
    return cached;
  }
}

async function fetchPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match("/", { ignoreVary: true });
    if (cached === undefined) throw error;
    return cached;
  }
}

const fetchFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** A part is identified by its hash, so a cached part is never requested again. */
async function fetchPart(request) {
  const cache = await caches.open(MODEL_CACHE);
  const cached = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (cached !== undefined) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The server's response, or the latest cached one. */
async function fetchNewest(request, name, prune) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      await cache.put(request, response.clone());
      await prune(cache);
    }
    return response;
  } catch (error) {
    const cached = await cache.match(request, { ignoreVary: true });
    if (cached === undefined) throw error;
    return cached;
  }
}

/** Removes all manifests but the latest, and the parts to which none of them refers. */
async function pruneParts(cache) {
  const requests = await cache.keys();
  const manifests = requests.filter(({ url }) => MANIFEST.test(new URL(url).pathname));
  const latest = manifests.slice(-MAX_CACHED_MANIFESTS);
  const texts = await Promise.all(latest.map(async (request) => (await cache.match(request)).text()));
  const namedHashes = new Set(texts.flatMap((text) => text.match(/[0-9a-f]{64}/g) ?? []));
  const isOld = (request) => {
    const { pathname } = new URL(request.url);
    return PART.test(pathname) ? !namedHashes.has(pathname.split("/").at(-1)) : !latest.includes(request);
  };
  await Promise.all(requests.filter(isOld).map((request) => cache.delete(request)));
}

/**
 * Keeps only the recipe of each scenario's newest version, which the page opens, and removes the oldest responses.
 */
async function pruneResponses(cache) {
  const requests = await cache.keys();
  const recipes = requests
    .map((request) => ({ request, address: new URL(request.url) }))
    .filter(({ address }) => RECIPE.test(address.pathname))
    .map(({ request, address }) => ({ request, path: address.pathname, at: Number(address.searchParams.get("at")) }));
  const isOutdated = ({ path, at }) => recipes.some((other) => other.path === path && other.at > at);
  const outdated = recipes.filter(isOutdated).map(({ request }) => request);
  const remaining = requests.filter((request) => !outdated.includes(request));
  await Promise.all(
    [...outdated, ...remaining.slice(0, -MAX_CACHED_RESPONSES)].map((request) => cache.delete(request)),
  );
}

async function requireOk(pending) {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}
