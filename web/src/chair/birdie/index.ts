/** A bot in a chair at a table of Birdie. */
import Keys from '../../companion/birdie/Keys.svelte';
import { stepWords } from '../../games/birdie/steps';
import { t, tn } from '../../page/i18n.svelte';
import type { BirdieView } from '../../views';
import type { ChairPart } from '../part';
import OwnRow from './OwnRow.svelte';
import Turn from './Turn.svelte';

export const birdie: ChairPart = {
  Keys,
  Turn,
  OwnRow,
  stepWords,
  asks: {
    display: (left) => tn('Tap {n} card of the display', 'Tap the {n} cards of the display', left),
    refill: (left) => tn('Tap {n} card that comes into the display', 'Tap the {n} cards that come into the display', left),
    draw: () => t('Tap the card that Robin drew'),
  },
  points: (view) => (view as BirdieView).boards.map((board) => board.points),
};
