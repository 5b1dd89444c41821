/**
 * Compiles the gettext catalogues to JSON for the browser, one file for each language: the page's own messages and
 * those that the server sends by their id. A message whose text is its own id is left out: the page falls back to it.
 * With `--short` the page's long messages go by their short names, as in the built page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUses } from './extract.mjs';
import { LANGUAGES, WEB, catalogue } from './places.mjs';
import { key, readPo } from './po.mjs';
import { shortName } from './short.mjs';

const named = new Map(process.argv.includes('--short') ? findUses().filter((use) => use.context === undefined).map(({ id }) => [id, shortName(id)]) : []);
const names = [...named.values()];
if (new Set(names).size !== names.length) throw new Error('two messages have the same short name: change the words of one');

const folder = join(WEB, 'src/generated/locale');
mkdirSync(folder, { recursive: true });
for (const language of LANGUAGES) {
  /** @type {Record<string, string | string[]>} */
  const texts = {};
  for (const message of readPo(catalogue(language))) {
    if (message.fuzzy || message.texts.some((text) => text === '')) continue;
    const found = message.plural === undefined ? (message.texts[0] ?? message.id) : message.texts;
    const name = message.context === undefined ? named.get(message.id) : undefined;
    if (name?.startsWith('~')) texts[name] = found;
    // The server sends ids in full.
    if (found !== message.id) texts[key(message)] = found;
  }
  writeFileSync(join(folder, `${language}.json`), JSON.stringify(texts));
}
