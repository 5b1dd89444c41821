/** Hand, rows and collections of CuBirds in words, for the keys that say them. */
import { list, t } from '../../page/i18n.svelte';
import type { CuBirdsView } from '../../views';
import type { Spoken } from '../game';
import { speciesName } from './cards';
import { countWords, groups } from './flocks';

export function spoken(view: CuBirdsView): Spoken {
  const birds = (cards: string[]): string => list(groups(cards).map(({ card, n }) => countWords(card, n))) || t('empty');
  return {
    hand: () => (view.hand?.length ? `${t('Your hand')}: ${birds(view.hand)}` : t('No birds in your hand')),
    display: () => view.rows.map((row, i) => `${t('Row {n}', { n: i + 1 })}: ${row.map(speciesName).join(', ')}.`).join(' '),
    boards: (name) => view.collections.map((cards, seat) => `${name(seat)}: ${birds(cards)}.`).join(' '),
  };
}
