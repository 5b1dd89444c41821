/** Prints what the built page weighs and refuses one that is too heavy. Sizes are gzipped. */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { STATIC } from './places.mjs';

/** kB (1000 bytes), gzipped, all files of the kind together. */
const LIMITS = { '.js': 150, '.css': 30, '.html': 30, '.operator': 6 };
/** The operator's screen, which nobody who plays ever loads, is weighed apart. */
const APART = /\boperator-[^/]*$/;

/** @type {Record<string, number>} */
const totals = {};
for (const name of /** @type {string[]} */ (readdirSync(STATIC, { recursive: true }))) {
  const kind = APART.test(name) ? '.operator' : extname(name);
  if (kind === '') continue;
  const bytes = readFileSync(join(STATIC, name));
  totals[kind] = (totals[kind] ?? 0) + (kind === '.woff2' || kind === '.png' ? bytes : gzipSync(bytes)).length;
}
let heavy = false;
for (const [kind, bytes] of Object.entries(totals).sort()) {
  const limit = LIMITS[/** @type {keyof typeof LIMITS} */ (kind)];
  const over = limit !== undefined && bytes > limit * 1000;
  heavy ||= over;
  const note = limit === undefined ? '' : ` of ${limit} kB${over ? ', TOO HEAVY' : ''}`;
  console.log(`${kind.slice(1).padEnd(12)} ${(bytes / 1000).toFixed(1).padStart(7)} kB${note}`);
}
process.exit(heavy ? 1 : 0);
