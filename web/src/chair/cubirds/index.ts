/** A bot in a chair at a table of CuBirds. */
import Keys from '../../companion/cubirds/Keys.svelte';
import { stepWords } from '../../games/cubirds/steps';
import { t, tn } from '../../page/i18n.svelte';
import type { CuBirdsView } from '../../views';
import type { ChairPart } from '../part';
import Turn from './Turn.svelte';

export const cubirds: ChairPart = {
  Keys,
  Turn,
  stepWords,
  asks: {
    display: () => t('Tap the next card of the rows, as they lie'),
    refill: () => t('Tap the card that comes into the row'),
    draw: (left, name) => tn('Tap {n} card that {name} draws', 'Tap the {n} cards that {name} draws', left, { name }),
  },
  points: (view) => (view as CuBirdsView).collections.map((birds) => birds.length),
};
