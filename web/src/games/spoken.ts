/** What the keys H, D, B make the page say: hand, display or rows, boards or collections. */
import { cardName, traitName, type Trait } from '../cards/cards';
import { list, t, tn } from '../page/i18n.svelte';
import { cardList } from '../table/telling';
import type { BirdieView, CuBirdsView, View } from '../views';
import { counted, groups } from './cubirds/flocks';

export interface Spoken {
  hand(): string;
  display(): string;
  boards(name: (seat: number) => string): string;
}

export function spoken(game: string, view: View): Spoken {
  return game === 'cubirds' ? ofCuBirds(view as CuBirdsView) : ofBirdie(view as BirdieView);
}

function ofBirdie(view: BirdieView): Spoken {
  return {
    hand: () => (view.hand?.length ? `${t('Your hand')}: ${cardList('birdie', view.hand)}` : t('No birds in your hand')),
    display: () => {
      if (view.row.length > 0) return `${t('Row')}: ${view.row.map((card) => cardName('birdie', card)).join('; ')}`;
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

function ofCuBirds(view: CuBirdsView): Spoken {
  const birds = (cards: string[]): string => list(groups(cards).map(({ card, n }) => counted(card, n))) || t('empty');
  return {
    hand: () => (view.hand?.length ? `${t('Your hand')}: ${birds(view.hand)}` : t('No birds in your hand')),
    display: () => view.rows.map((row, i) => `${t('Row {n}', { n: i + 1 })}: ${row.map((card) => cardName('cubirds', card)).join(', ')}.`).join(' '),
    boards: (name) => view.collections.map((cards, seat) => `${name(seat)}: ${birds(cards)}.`).join(' '),
  };
}
