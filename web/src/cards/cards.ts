/** Cards of any game in words. */
import { gameOf } from '../games';

/** Cards in a row as bundles of the same: `[['Rs', 2], ['Pu', 1]]`; `ordered` leaves each where it is. */
export function bundles(cards: readonly string[], ordered = false): [string, number][] {
  if (ordered) return cards.map((card) => [card, 1]);
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** `2 × robin, spring` */
export const bundleName = (game: string, card: string, count: number): string => (count > 1 ? `${count} × ` : '') + gameOf(game).cardName(card);

/** `2 × robin, spring; pigeon, summer` */
export const cardList = (game: string, cards: string[], ordered = false): string => gameOf(game).join(bundles(cards, ordered).map(([card, n]) => bundleName(game, card, n)));
