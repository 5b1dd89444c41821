/** For browsers that cannot run the page: one sentence in every language, of which `public/old.js` shows one. */
import { LANGUAGES, catalogue } from './places.mjs';
import { readPo } from './po.mjs';

const SENTENCE = 'This browser is too old for Birdtable: please update it.';

export function sentences() {
  return LANGUAGES.map((language) => {
    const found = readPo(catalogue(language)).find(({ id }) => id === SENTENCE);
    if (!found) throw new Error(`${language} lacks: ${SENTENCE}`);
    return `<p class="too-old" lang="${language}" hidden>${found.texts[0]}</p>`;
  }).join('');
}
