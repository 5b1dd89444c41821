/**
 * Writes the worker that keeps this build for times without a network: what it consists of, and the hash of each file
 * that does not carry one in its name.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { minifySync } from 'vite';
import { STATIC, WEB } from './places.mjs';

const NAME = 'worker.js';
const NOT_NEEDED = /^(worker\.js|icon-.*\.png|.*\.map|assets\/LICENCES\.txt)$|(^|\/)\./;

const names = /** @type {string[]} */ (readdirSync(STATIC, { recursive: true })).map((name) => name.split(sep).join('/'));
/** @type {Record<string, string>} */
const files = {};
for (const name of names.filter((each) => each.includes('.') && !NOT_NEEDED.test(each)).sort()) {
  const hash = createHash('sha256').update(readFileSync(join(STATIC, name))).digest('base64');
  files[name === 'index.html' ? '' : name] = name.startsWith('assets/') ? '' : `sha256-${hash}`;
}
const list = JSON.stringify(files, null, 1);
const build = createHash('sha256').update(list).digest('hex').slice(0, 16);
const source = readFileSync(join(WEB, NAME), 'utf8').replace("const BUILD = '';", `const BUILD = '${build}';`);
writeFileSync(join(STATIC, NAME), minifySync(NAME, source).code.replace('FILES={}', () => `FILES=${list}`));
// A server that is running looks at the page again when it is newer than before: all of it is there only now.
utimesSync(join(STATIC, 'index.html'), new Date(), new Date());
console.log(`worker       ${String(Object.keys(files).length).padStart(7)} files kept for times without a network`);
