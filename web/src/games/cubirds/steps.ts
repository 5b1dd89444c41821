/** CuBirds' steps in words, for hints and reviews: what a player would do, said to them. */
import { t } from '../../page/i18n.svelte';
import { speciesName } from './cards';

/** `flock P` → "Flock: parrot". */
export function stepWords(step: string): string {
  const [verb, card = '', row = '', side] = step.split(' ');
  switch (verb) {
    case 'lay': {
      const params = { bird: speciesName(card), row };
      return side === 'left' ? t('Lay every {bird} left of row {row}', params) : t('Lay every {bird} right of row {row}', params);
    }
    case 'draw': return t('Draw 2 cards');
    case 'keep': return t('Do not draw');
    case 'flock': return t('Flock: {bird}', { bird: speciesName(card) });
    default: return t('End turn');
  }
}
