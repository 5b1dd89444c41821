/**
 * Something that is told, in words or with pictures: a message id and what fills it. Card lists stay lists until the
 * end, so that the log can show them as tokens and the screen reader can name them.
 */
import { cardList } from '../cards/cards';
import type { TableKit } from '../games/game';
import { translate, translateMany, type Params } from '../page/i18n.svelte';

export interface Telling {
  id: string;
  /** For a message that counts: the plural's id and the count that chooses. */
  plural?: string;
  n?: number;
  params?: Record<string, string | number | string[]>;
}

/** The telling in words, for the screen reader. */
export function tellingWords(game: string, telling: Telling): string {
  const params: Params = {};
  for (const [hole, value] of Object.entries(telling.params ?? {})) {
    params[hole] = Array.isArray(value) ? cardList(game, value) : value;
  }
  if (telling.plural === undefined) return translate(telling.id, params);
  return translateMany(telling.id, telling.plural, telling.n ?? 0, params);
}

/** A play as it is said to whoever could make it; several steps have commas between them. */
export const playWords = (kit: TableKit, steps: string): string => steps.split(', ').map(kit.stepWords).join('; ');

/** A reason of the server in the language of the page: cards and traits in it are named. */
export function reasonWords(kit: TableKit, reason: string, details: Params): string {
  const named = Object.entries(details).map(([hole, value]) => [hole, typeof value === 'string' ? kit.detail(hole, value) : value]);
  return translate(reason, Object.fromEntries(named));
}
