/** Prints what the built page weighs and refuses one that is too heavy. Sizes are gzipped. */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { STATIC } from './places.mjs';

/**
 * kB (1000 bytes), gzipped; all files of a kind together, and the scripts that the start page waits for. What few people
 * need is fetched by them alone, and counted apart: score sheets, evenings, a bot in a chair, puzzles, privacy, the operator's
 * page, a page without a server.
 */
const LIMITS = {
  js: 135, 'js at start': 60, 'js companion': 25, 'js evenings': 15, 'js chair': 25, 'js puzzles': 12, 'js tab': 8, 'js Privacy': 3, 'js operator': 6, css: 30, html: 30,
};
const APART = /^assets\/(companion|evenings|chair|puzzles|Privacy|operator|tab|worker)(?:s\.svelte)?-.*\.js$/;
const SQUEEZED = ['.woff2', '.png'];

const read = (/** @type {string} */ name) => readFileSync(join(STATIC, name));
const weigh = (/** @type {string} */ name) => (SQUEEZED.includes(extname(name)) ? read(name) : gzipSync(read(name))).length;

/** The scripts that the page itself names: the one it runs, and what that one imports. */
const first = [...read('index.html').toString().matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, name]) => name ?? '');

/** @type {Record<string, number>} */
const totals = { 'js at start': first.map(weigh).reduce((sum, each) => sum + each, 0) };
for (const name of /** @type {string[]} */ (readdirSync(STATIC, { recursive: true }))) {
  const apart = APART.exec(name.replaceAll('\\', '/'))?.[1]?.replace('worker', 'tab');
  const kind = apart ? `js ${apart}` : extname(name).slice(1);
  if (kind !== '') totals[kind] = (totals[kind] ?? 0) + weigh(name);
}
let heavy = false;
for (const [kind, bytes] of Object.entries(totals).sort()) {
  const limit = LIMITS[/** @type {keyof typeof LIMITS} */ (kind)];
  const over = limit !== undefined && bytes > limit * 1000;
  heavy ||= over;
  const note = limit === undefined ? '' : ` of ${limit} kB${over ? ', TOO HEAVY' : ''}`;
  console.log(`${kind.padEnd(12)} ${(bytes / 1000).toFixed(1).padStart(7)} kB${note}`);
}
process.exit(heavy ? 1 : 0);
