/** What a table of CuBirds is shown and told with. */
import { cardList } from '../../cards/cards';
import { t } from '../../page/i18n.svelte';
import type { CuBirdsView } from '../../views';
import type { Event } from '../../wire';
import type { TableKit } from '../game';
import { speciesName } from './cards';
import CuBirds from './CuBirds.svelte';
import Result from './Result.svelte';
import Round from './Round.svelte';
import { spoken } from './spoken';
import { stepWords } from './steps';
import { tell } from './tell';

function detail(hole: string, value: string): string {
  if (hole === 'card') return speciesName(value);
  return hole === 'cards' ? cardList('cubirds', [...value].filter((c) => c !== ' ')) : value;
}

function sound({ what, cards }: Event): ReturnType<TableKit['sound']> {
  if (what === 'flocked') return { sound: 'flock', detail: cards?.[0] };
  if (what === 'refilled') return { sound: 'refill' };
  return what === 'won' ? { sound: 'win' } : undefined;
}

export const kit: TableKit = {
  Board: CuBirds,
  Result,
  tell,
  spoken: (view) => spoken(view as CuBirdsView),
  stepWords,
  detail,
  round: (view) => t('Round {n}', { n: (view as CuBirdsView).round }),
  sound,
  Round,
  turning: ['round ended'],
};
