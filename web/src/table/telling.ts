/**
 * Something that is told, in words or with pictures: a message id and what fills it. Card lists stay lists until the
 * end, so that the log can show them as tokens and the screen reader can name them.
 */
import { cardName, type GameName } from '../cards/cards';
import { list, translate, translateMany } from '../page/i18n.svelte';

export interface Telling {
  id: string;
  /** For a message that counts: the plural's id and the count that chooses. */
  plural?: string;
  n?: number;
  params?: Record<string, string | number | string[]>;
}

/** Cards in a row as bundles of the same: `[['Rs', 2], ['Pu', 1]]`. */
export function bundles(cards: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** `2 × robin, spring; pigeon, summer` */
export function cardList(game: GameName, cards: string[]): string {
  const names = bundles(cards).map(([card, n]) => (n > 1 ? `${n} × ` : '') + cardName(game, card));
  return game === 'cubirds' ? list(names) : names.join('; ');
}

/** The telling in words, for the screen reader. */
export function words(game: GameName, telling: Telling): string {
  const params: Record<string, string | number> = {};
  for (const [hole, value] of Object.entries(telling.params ?? {})) {
    params[hole] = Array.isArray(value) ? cardList(game, value) : value;
  }
  if (telling.plural === undefined) return translate(telling.id, params);
  return translateMany(telling.id, telling.plural, telling.n ?? 0, params);
}
