/** What a table of Birdie is shown and told with. */
import { t } from '../../page/i18n.svelte';
import type { BirdieView } from '../../views';
import type { Event } from '../../wire';
import type { TableKit } from '../game';
import Birdie from './Birdie.svelte';
import { cardName, traitName, type Trait } from './cards';
import Result from './Result.svelte';
import Round from './Round.svelte';
import RowReview from './RowReview.svelte';
import { spoken } from './spoken';
import { stepWords } from './steps';
import { tell } from './tell';

const SCORING = 1300;
const LINE = 420;

/** A scoring is shown line by line. */
function scoring(events: readonly Event[]): { seat: number; ms: number } | undefined {
  const seat = events.findLast((e) => e.what === 'scored')?.seat;
  if (seat === undefined) return undefined;
  const lines = events.filter((e) => ['wrote', 'copied', 'dropped', 'won trophy', 'lost'].includes(e.what)).length;
  return { seat, ms: SCORING + (lines + 1) * LINE };
}

function detail(hole: string, value: string): string {
  if (hole === 'card') return cardName(value);
  return hole === 'trait' || hole === 'ability' ? traitName(value as Trait) : value;
}

const SOUNDS = { passed: 'pass', 'won trophy': 'trophy', refilled: 'refill', 'game ended': 'win' } as const;

export const kit: TableKit = {
  Board: Birdie,
  Result,
  Row: RowReview,
  tell,
  spoken: (view) => spoken(view as BirdieView),
  stepWords,
  detail,
  round: (view) => t('Round {n} of 2', { n: (view as BirdieView).round }),
  sound: ({ what }) => (what in SOUNDS ? { sound: SOUNDS[what as keyof typeof SOUNDS] } : undefined),
  turning: ['turned over', 'scored', 'round ended'],
  scoring,
  Round,
  // A row is scored as a whole, so a hint for a single step would not help.
  noHint: (view, seat) =>
    seat >= 0 && (view as BirdieView).scorer === seat ? t('For a row there is “Show the best”: it divides the whole row and explains every point.') : '',
};
