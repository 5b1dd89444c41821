/**
 * Long messages of the built page go by short names: the sentences are in the catalogues, which come in one language,
 * and need not be in the scripts too. Scripts name their catalogues by content, so that both are of one build.
 */
import { CALL, findUses, unquote } from './extract.mjs';

/** Shorter messages gain nothing by a name. */
const LONG = 10;
/** Where messages are that travel: what is said at a table is sent by its own words. */
const SENT = 'src/table/people/phrases.ts';

/** The names of the page's long messages, `~` and a number. @returns {Map<string, string>} */
export function shortNames() {
  const uses = findUses();
  const sent = uses.filter(({ place }) => place.startsWith(SENT)).map(({ id }) => id);
  if (sent.length === 0) throw new Error(`${SENT} has no messages: where are those that are sent?`);
  const long = uses.filter(({ context, id }) => context === undefined && id.length > LONG && !sent.includes(id)).map(({ id }) => id);
  return new Map([...new Set(long)].sort().map((id, number) => [id, `~${number.toString(36)}`]));
}

/**
 * A source of the page with short names in the calls that use messages; plurals are looked up by their singular.
 * @param {string} source
 * @param {Map<string, string>} names
 */
export function shortenCalls(source, names) {
  return source.replace(CALL, (match, call, first, second) => {
    const name = first === undefined || call === 'tc' || call === 'msgc' ? undefined : names.get(unquote(first));
    if (name === undefined) return match;
    const short = match.replace(first, () => `'${name}'`);
    return call === 'tn' || call === 'msgn' ? short.replace(second, () => "''") : short;
  });
}
