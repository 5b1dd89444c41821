/** Hand, display and boards of Birdie in words, for the keys that say them. */
import { cardList } from '../../cards/cards';
import { list, t, tn } from '../../page/i18n.svelte';
import type { BirdieView } from '../../views';
import type { Spoken } from '../game';
import { cardName, traitName, type Trait } from './cards';

export function spoken(view: BirdieView): Spoken {
  return {
    hand: () => (view.hand?.length ? `${t('Your hand')}: ${cardList('birdie', view.hand)}` : t('No birds in your hand')),
    display: () => {
      if (view.row.length > 0) return `${t('Row')}: ${view.row.map(cardName).join('; ')}`;
      const cards = view.display.length > 0 ? cardList('birdie', view.display) : t('empty');
      return `${t('Display')}: ${cards}. ${tn('{n} card in the bird deck', '{n} cards in the bird deck', view.deck)}`;
    },
    boards: (name) => view.boards.map((board, seat) => {
      const boxes = Object.entries(board.boxes).map(([trait, value]) => `${traitName(trait as Trait)} ${value}`);
      const cups = Object.entries(view.trophies).filter(([, holder]) => holder === seat).map(([bird]) => traitName(bird as Trait));
      const parts = [tn('{n} point', '{n} points', board.points), ...boxes, t('Flap {n}', { n: board.flaps })];
      if (cups.length > 0) parts.push(`${t('Trophies')}: ${list(cups)}`);
      return `${name(seat)}: ${parts.join(', ')}.`;
    }).join(' '),
  };
}
