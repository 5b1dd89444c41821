/** What others openly took this round, where the table remembers it. */
import { cardList } from '../../../cards/cards';
import { t, tn } from '../../../page/i18n.svelte';
import type { BirdieTurn } from '../../../views';

export interface Taken {
  hand: string[];
  pile: string[];
  /** Cards of the hand that went to the pile with them, unseen. */
  added: number;
}

export function taken(turns: readonly BirdieTurn[]): Taken {
  const to = (place: string): string[] => turns.filter((turn) => turn.to === place).flatMap((turn) => turn.cards);
  return { hand: to('hand'), pile: to('pile'), added: turns.reduce((sum, turn) => sum + turn.added, 0) };
}

/** The same for the screen reader. */
export function takenWords(turns: readonly BirdieTurn[]): string[] {
  const { hand, pile, added } = taken(turns);
  return [
    hand.length > 0 ? t('taken to the hand: {cards}', { cards: cardList('birdie', hand) }) : '',
    pile.length > 0 ? t('taken to the pile: {cards}', { cards: cardList('birdie', pile) }) : '',
    added > 0 ? tn('and {n} card from the hand', 'and {n} cards from the hand', added) : '',
  ];
}
