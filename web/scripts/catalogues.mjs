/**
 * Compiles the gettext catalogues to JSON for the browser, one file for each language: the page's own messages and
 * those that the server sends by their id. A message whose text is its own id is left out: the page falls back to it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, WEB, catalogue } from './places.mjs';
import { key, readPo } from './po.mjs';

const folder = join(WEB, 'src/generated/locale');
mkdirSync(folder, { recursive: true });
for (const language of LANGUAGES) {
  /** @type {Record<string, string | string[]>} */
  const texts = {};
  for (const message of readPo(catalogue(language))) {
    if (message.fuzzy || message.texts.some((text) => text === '')) continue;
    if (message.plural !== undefined) texts[key(message)] = message.texts;
    else if (message.texts[0] !== message.id) texts[key(message)] = message.texts[0] ?? message.id;
  }
  writeFileSync(join(folder, `${language}.json`), JSON.stringify(texts));
}
