/** Cards of any game in words. */
import { gameOf } from '../games';

/** Cards in a row as bundles of the same: `[['Rs', 2], ['Pu', 1]]`. */
export function bundles(cards: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** `2 × robin, spring` */
export const bundleName = (game: string, card: string, count: number): string => (count > 1 ? `${count} × ` : '') + gameOf(game).cardName(card);

/** `2 × robin, spring; pigeon, summer` */
export const cardList = (game: string, cards: string[]): string => gameOf(game).join(bundles(cards).map(([card, n]) => bundleName(game, card, n)));
