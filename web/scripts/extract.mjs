/**
 * Finds the messages that the page uses: calls of `t('…')`, `tc('context', '…')`, `tn('one', 'many', n)`, and
 * `msg('…')`, `msgc('context', '…')`, `msgn('one', 'many')`, which mark a message that is looked up elsewhere.
 * Messages are string literals, so that they can be found; anything else is refused.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { WEB } from './places.mjs';
import { CONTEXT } from './po.mjs';

/** @typedef {{ key: string, context?: string, id: string, plural?: string, place: string }} Use */

const LITERAL = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
export const CALL = new RegExp(String.raw`(?<![\w.$])(tc|tn|t|msgc|msgn|msg)\(\s*(?:${LITERAL}\s*(?:,\s*${LITERAL})?)?`, 'g');

/** @returns {Use[]} */
export function findUses() {
  return files(join(WEB, 'src')).flatMap((path) => usesIn(readFileSync(path, 'utf8'), relative(WEB, path)));
}

/** @param {string} folder @returns {string[]} */
function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path);
    return /\.(svelte|ts)$/.test(entry.name) && !/(\.d|\.test)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/**
 * @param {string} source
 * @param {string} name
 * @returns {Use[]}
 */
export function usesIn(source, name) {
  if (name.endsWith('i18n.svelte.ts')) return [];
  return [...source.matchAll(CALL)].map((match) => {
    const [, call, first, second] = match;
    const place = `${name}:${source.slice(0, match.index).split('\n').length}`;
    if (first === undefined) throw new Error(`${place}: ${call}() wants a literal message`);
    const one = unquote(first);
    const two = second === undefined ? undefined : unquote(second);
    if (call === 't' || call === 'msg') return { key: one, id: one, place };
    if (two === undefined) throw new Error(`${place}: ${call}() wants two literals`);
    if (call === 'tc' || call === 'msgc') return { key: one + CONTEXT + two, context: one, id: two, place };
    return { key: one, id: one, plural: two, place };
  });
}

/** @param {string} literal */
export function unquote(literal) {
  const inner = literal.slice(1, -1).replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"');
  return JSON.parse(`"${inner}"`);
}
