/**
 * Compiles the gettext catalogues to JSON for the browser, one file for each language: the page's own messages and
 * those that the server sends by their id. A message whose text is its own id is left out: the page falls back to it.
 * With `--short` the page's long messages go by their short names, as in the built page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, WEB, catalogue } from './places.mjs';
import { key, readPo } from './po.mjs';
import { shortNames } from './short.mjs';

/** @type {Map<string, string>} */
const names = process.argv.includes('--short') ? shortNames() : new Map();

const folder = join(WEB, 'src/generated/locale');
mkdirSync(folder, { recursive: true });
for (const language of LANGUAGES) {
  /** @type {Record<string, string | string[]>} */
  const texts = {};
  for (const message of readPo(catalogue(language))) {
    if (message.fuzzy || message.texts.some((text) => text === '')) continue;
    const found = message.plural === undefined ? (message.texts[0] ?? message.id) : message.texts;
    const name = message.context === undefined ? names.get(message.id) : undefined;
    if (name !== undefined) texts[name] = found;
    // The server sends ids in full.
    if (found !== message.id) texts[key(message)] = found;
  }
  writeFileSync(join(folder, `${language}.json`), JSON.stringify(texts));
}
