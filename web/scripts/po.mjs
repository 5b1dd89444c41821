/** Reads gettext catalogues (`.po`): as much of the format as msgfmt and Babel write. */
import { readFileSync } from 'node:fs';

/** Between a context and its message in a key, as in gettext's own `.mo` files. */
export const CONTEXT = '\u0004';

/**
 * @typedef {{ context?: string, id: string, plural?: string, texts: string[], line: number, fuzzy: boolean }} Message
 */

/** @param {Message} message */
export const key = (message) => (message.context === undefined ? '' : message.context + CONTEXT) + message.id;

/**
 * Every message of a catalogue but the header, in order. Obsolete (`#~`) ones are left out.
 * @param {string} path
 * @returns {Message[]}
 */
export function readPo(path) {
  return parsePo(readFileSync(path, 'utf8'));
}

/**
 * @param {string} source
 * @returns {Message[]}
 */
export function parsePo(source) {
  /** @type {Message[]} */
  const messages = [];
  /** @type {Message | undefined} */
  let message;
  /** @type {((text: string) => void) | undefined} */
  let append;
  let fuzzy = false;
  const open = (/** @type {number} */ line) => {
    if (!message || message.texts.length > 0) {
      message = { id: '', texts: [], line, fuzzy };
      messages.push(message);
      fuzzy = false;
    }
    return message;
  };
  source.split(/\r?\n/).forEach((text, index) => {
    const line = text.trim();
    if (line.startsWith('#,')) fuzzy = line.includes('fuzzy');
    if (line === '' || line.startsWith('#')) return;
    const match = /^(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])?\s+)?"(.*)"$/.exec(line);
    if (!match) throw new Error(`line ${index + 1}: not a catalogue line: ${line}`);
    const [, word, form, quoted] = match;
    const piece = JSON.parse(`"${quoted}"`);
    if (word === 'msgctxt') {
      const m = open(index + 1);
      m.context = '';
      append = (s) => (m.context += s);
    } else if (word === 'msgid') {
      const m = open(index + 1);
      append = (s) => (m.id += s);
    } else if (word === 'msgid_plural') {
      const m = /** @type {Message} */ (message);
      m.plural = '';
      append = (s) => (m.plural += s);
    } else if (word === 'msgstr') {
      const m = /** @type {Message} */ (message);
      const place = Number(form ?? 0);
      m.texts[place] = '';
      append = (s) => (m.texts[place] += s);
    }
    if (!append) throw new Error(`line ${index + 1}: a text that belongs to nothing`);
    append(piece);
  });
  return messages.filter((m) => m.id !== '');
}
