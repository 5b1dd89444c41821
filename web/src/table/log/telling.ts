/**
 * Something that is told, in words or with pictures: a message id and what fills it. Card lists stay lists until the
 * end, so that the log can show them as tokens and the screen reader can name them.
 */
import { cardList } from '../../cards/cards';
import type { TableKit } from '../../games/game';
import { translate, translateMany, type Params } from '../../page/i18n.svelte';

export interface Telling {
  id: string;
  /** For a message that counts: the plural's id and the count that chooses. */
  plural?: string;
  n?: number;
  params?: Record<string, string | number | string[]>;
  /** The cards are told one by one, in their order, instead of those of a kind together. */
  ordered?: boolean;
  /** What came of it, told in the same line. */
  then?: Telling;
}

/** Cards that come one by one are told at once. */
export function gather(told: Telling[], id: string, more: string[], extra: Record<string, string> = {}): void {
  const last = told.at(-1);
  const before = last?.id === id ? last.params?.cards : undefined;
  if (Array.isArray(before)) told[told.length - 1] = { id, params: { ...extra, cards: [...before, ...more] } };
  else told.push({ id, params: { ...extra, cards: more } });
}

/** The same in the line of what was told last, because it came of that. */
export function gatherThen(told: Telling[], id: string, more: string[], extra: Record<string, string> = {}): void {
  const cause = told.pop();
  const then = cause?.then ? [cause.then] : [];
  gather(then, id, more, extra);
  if (cause) told.push({ ...cause, then: then[0] });
  else told.push(...then);
}

/** The telling in words, for the screen reader. */
export function tellingWords(game: string, telling: Telling): string {
  const params: Params = {};
  for (const [hole, value] of Object.entries(telling.params ?? {})) {
    params[hole] = Array.isArray(value) ? cardList(game, value, telling.ordered) : value;
  }
  const said = telling.plural === undefined ? translate(telling.id, params) : translateMany(telling.id, telling.plural, telling.n ?? 0, params);
  return telling.then ? `${said}. ${tellingWords(game, telling.then)}` : said;
}

/** A play as it is said to whoever could make it; several steps have commas between them, and of these the end is not said. */
export const playWords = (kit: TableKit, steps: string): string => steps.split(', ').filter((step, place) => step !== 'end' || place === 0).map(kit.stepWords).join('; ');

/** A reason of the server in the language of the page: cards and traits in it are named. With a plural it counts. */
export function reasonWords(kit: TableKit, reason: string, details: Params, plural?: string): string {
  const named = Object.fromEntries(Object.entries(details).map(([hole, value]) => [hole, typeof value === 'string' ? kit.detail(hole, value) : value]));
  return plural ? translateMany(reason, plural, Number(details.count), named) : translate(reason, named);
}
