/**
 * Lets the page be opened again without a network: the files of one build are kept together, checked against what the
 * build wrote. With a network the page itself always comes from the server, so that nobody sees an old one; only files
 * that carry their content in their name are taken from here first. It never touches /api or sockets.
 *
 * `scripts/worker.mjs` fills in the build: paths, with the hash of the contents where no name carries it. A new build is
 * another worker, which takes over at once and throws away what was kept of the old one.
 */
const FILES = {}; // filled in when the page is built
const BUILD = '';
const CACHE = `birdtable ${BUILD}`;
const ROOT = new URL('./', self.location.href);

const place = (path) => new URL(path, ROOT).href;
const kept = (path) => caches.open(CACHE).then((cache) => cache.match(place(path), { ignoreVary: true }));

async function install() {
  const cache = await caches.open(CACHE);
  // One after the other: those who play meanwhile come first.
  for (const [path, integrity] of Object.entries(FILES)) {
    const answer = await fetch(place(path), { integrity, cache: path.startsWith('assets/') ? 'default' : 'no-cache' });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(place(path), answer);
  }
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('birdtable ') && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const fresh = (request, path) => fetch(request).catch(async (error) => {
  const found = await kept(path);
  if (!found) throw error;
  return found;
});

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (!(path in FILES)) return;
  if (path.startsWith('assets/')) event.respondWith(kept(path).then((found) => found ?? fetch(request)));
  else event.respondWith(fresh(request, path));
});
