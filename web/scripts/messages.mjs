/**
 * Refuses a page with a text missing in any language: every message used must be in all five catalogues, complete,
 * with the same placeholders and as many plural forms as the language has.
 */
import { findUses } from './extract.mjs';
import { LANGUAGES, catalogue } from './places.mjs';
import { key, readPo } from './po.mjs';

const FORMS = { en: 2, it: 2, es: 2, de: 2, ru: 3 };
/** @type {string[]} */
const faults = [];
const uses = findUses();
/** @param {string} text */
const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

for (const language of LANGUAGES) {
  const known = new Map();
  for (const message of readPo(catalogue(language))) {
    if (known.has(key(message))) faults.push(`${language}:${message.line} twice in the catalogue: ${message.id}`);
    known.set(key(message), message);
  }
  for (const use of uses) {
    const message = known.get(use.key);
    if (!message) {
      faults.push(`${language} lacks (${use.place}): ${use.context ? `[${use.context}] ` : ''}${use.id}`);
      continue;
    }
    if (message.fuzzy) faults.push(`${language}:${message.line} is marked fuzzy: ${use.id}`);
    if (use.plural !== message.plural) faults.push(`${language}:${message.line} plural differs (${use.place}): ${use.id}`);
    const forms = use.plural === undefined ? 1 : FORMS[/** @type {keyof typeof FORMS} */ (language)];
    if (message.texts.length !== forms) faults.push(`${language}:${message.line} wants ${forms} form(s): ${use.id}`);
    const allowed = [holes(use.id), holes(use.plural ?? use.id)];
    for (const text of message.texts) {
      if (text === '') faults.push(`${language}:${message.line} is empty: ${use.id}`);
      else if (!allowed.includes(holes(text))) faults.push(`${language}:${message.line} has other placeholders: ${text}`);
    }
  }
}
for (const fault of faults) console.error(fault);
const count = new Set(uses.map((use) => use.key)).size;
console.log(`${count} messages of the page in ${LANGUAGES.length} languages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
