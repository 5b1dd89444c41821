/**
 * Long messages of the built page go by short names: the sentences are in the catalogues, which come in one language,
 * and need not be in the scripts too.
 */
import { CALL, unquote } from './extract.mjs';

/** Shorter messages gain nothing by a name. */
const LONG = 24;

/** The name of a message in the built page: `~` and 32 bits of FNV-1a, or the message itself. @param {string} id */
export function shortName(id) {
  if (id.length <= LONG) return id;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `~${hash.toString(36)}`;
}

/** A source of the page with short names in the calls that use messages; plurals are looked up by their singular. @param {string} source */
export function shortenCalls(source) {
  return source.replace(CALL, (match, call, first, second) => {
    if (first === undefined || call === 'tc' || call === 'msgc') return match;
    const name = shortName(unquote(first));
    if (!name.startsWith('~')) return match;
    const short = match.replace(first, () => `'${name}'`);
    return call === 'tn' || call === 'msgn' ? short.replace(second, () => "''") : short;
  });
}
