// The service worker: the page's own files, kept so that it works without a network, and nothing else.

interface ExtendedEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface AskedEvent extends ExtendedEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope extends EventTarget {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

declare const SHELL: { version: string; files: string[]; later: string[] };

const scope = self as unknown as WorkerScope;
const PREFIX = "vgn-lsp-";
const cacheName = `${PREFIX}${SHELL.version}`;
/** The addresses of the page's files, its folders among them. */
const known = addresses(["./", ...SHELL.files]);
/** Those that are fetched when they are needed, and kept from then on. */
const later = addresses(SHELL.later);

function addresses(files: string[]): Set<string> {
  return new Set(files.map((file) => new URL(file, scope.registration.scope).href));
}

scope.addEventListener("install", (event) => {
  const kept = caches.open(cacheName).then((cache) => cache.addAll([...known].map((address) => new Request(address, { cache: "reload" }))));
  (event as ExtendedEvent).waitUntil(kept.then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  const cleared = caches.keys().then(async (names) => {
    const old = names.filter((one) => one.startsWith(PREFIX) && one !== cacheName);
    await Promise.all(old.map((one) => caches.delete(one)));
    await scope.clients.claim();
  });
  (event as ExtendedEvent).waitUntil(cleared);
});

scope.addEventListener("fetch", (event) => {
  const { request } = event as AskedEvent;
  const address = request.url.replace(/[?#].*$/, "");
  if (request.method === "GET" && known.has(address)) {
    // All of one version: a page and its worker belong together.
    const answer = caches.open(cacheName).then(async (cache) => (await cache.match(address)) ?? fetch(request));
    (event as AskedEvent).respondWith(answer);
  } else if (request.method === "GET" && later.has(address)) {
    const answer = caches.open(cacheName).then(async (cache) => (await cache.match(address)) ?? kept(cache, request, address));
    (event as AskedEvent).respondWith(answer);
  }
});

async function kept(cache: Cache, request: Request, address: string): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(address, response.clone());
  }
  return response;
}
