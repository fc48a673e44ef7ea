// Shows a page of our own instead of the browser's when there is no connection. It keeps that page and its files, and
// nothing else: no answer of the API, no other page. A change of those files needs another VERSION.
const VERSION = "3";
const KEPT = `greenstall-offline-${VERSION}`;
const OURS = "greenstall-offline-";
const PAGE = "/offline.html";
const FILES = [PAGE, "/offline.css", "/firstPaint.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  // A page need not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function pageOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE, { cacheName: KEPT })) ?? Response.error();
  }
}

async function fileOfOffline(request, path) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(path, { cacheName: KEPT })) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // A file that somebody opens below /api is the API's own matter.
  if (request.mode === "navigate" && !url.pathname.startsWith("/api/"))
    event.respondWith(pageOrOffline(event));
  else if (FILES.includes(url.pathname)) event.respondWith(fileOfOffline(request, url.pathname));
});
