// The service worker: caches the files whose names change with their content, and answers with the last known table if
// the server does not. The server writes BUILD and NEEDED above this code. Taps, streams and updates never pass through
// here.
'use strict';
const FILES = `files ${BUILD}`,
  SHELL = '/offline';
const PATIENCE = 8000; // ms to wait for the server's answer
const LASTING = /^\/static\/(vendor\/|.+\.[0-9a-f]{8}\.\w+$)/;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(FILES).then((files) => files.addAll([SHELL, ...NEEDED])));
});

addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== FILES) await caches.delete(name);
      await clients.claim();
    })(),
  ),
);

addEventListener('fetch', (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (LASTING.test(pathname)) event.respondWith(file(event));
});

/** A page from the server; only if no server answers, the one kept here. */
async function page(request) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  try {
    const found = await Promise.race([fetch(request), late]);
    if (found.status !== 502 && found.status !== 504) return found;
  } catch {
    /* no network */
  }
  return (await caches.match(SHELL)) || Response.error();
}

async function file({ request }) {
  const found = await caches.match(request);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok) {
    const copy = fresh.clone();
    caches
      .open(FILES)
      .then((files) => files.put(request, copy))
      .catch(() => {
        /* no room */
      });
  }
  return fresh;
}
