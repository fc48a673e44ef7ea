// Shows the shop's offline page instead of the browser's error page. Caches only that page and its files, never an
// API answer or another page. Increment VERSION when those files change.
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
  // Start the navigation's request while this worker starts.
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
  // Paths below /api belong to the API, even when opened as a page.
  if (request.mode === "navigate" && !url.pathname.startsWith("/api/"))
    event.respondWith(pageOrOffline(event));
  else if (FILES.includes(url.pathname)) event.respondWith(fileOfOffline(request, url.pathname));
});
