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
/** With the table itself among its files, the build is one whole: all of it comes from here, and a newer one waits until nobody plays. */
const WHOLE = 'tab/index.json' in FILES;
const ROOT = new URL('./', self.location.href);
/** Other pages of this origin, under other paths, keep builds of their own. */
const OURS = `birdtable ${ROOT.pathname} `;
const CACHE = OURS + BUILD;

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
  if (!WHOLE) await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const fresh = (request, path) => fetch(request).catch(async (error) => {
  const found = await kept(path);
  if (!found) throw error;
  return found;
});

/** The table checks these itself, and asks again with `reload` for what is damaged: they are large. */
const CHECKED = /^tab\/.*\.(wasm|zip)$/;

/** What is kept, if it is what the build wrote. */
async function sound(path, request) {
  if (CHECKED.test(path)) return request.cache === 'reload' ? undefined : kept(path);
  const found = await kept(path);
  if (!found) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await found.clone().arrayBuffer()));
  return FILES[path] === `sha256-${btoa(String.fromCharCode(...hash))}` ? found : undefined;
}

/** What was thrown away or damaged where it was kept is fetched again, and kept. */
async function repaired(path) {
  const answer = await fetch(place(path), { integrity: FILES[path], cache: 'reload' });
  if (answer.ok) await (await caches.open(CACHE)).put(place(path), answer.clone());
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (!(path in FILES)) return;
  if (WHOLE) event.respondWith(sound(path, request).then((found) => found ?? repaired(path)));
  else if (path.startsWith('assets/')) event.respondWith(kept(path).then((found) => found ?? fetch(request)));
  else event.respondWith(fresh(request, path));
});
