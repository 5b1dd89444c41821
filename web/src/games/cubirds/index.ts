/** CuBirds on the page: what its cards look like, and where the rest is. */
import { list, msg, t } from '../../page/i18n.svelte';
import type { Game } from '../game';
import { cardsIn, face, speciesName } from './cards';

export const cubirds: Game = {
  title: () => t('CuBirds'),
  about: () => t('Catch the birds between two of a kind, bring flocks home. 2 to 5 players.'),
  letter: 'C',
  words: 'CuBirds',
  fan: ['F', 'T', 'M'],
  row: ['F', 'D', 'P', 'M'],
  lessons: { cubirds: ['P', 'O', 'P'] },
  coach: 'cubirds-magpie',
  seats: ['cubirds-duck', 'cubirds-toucan', 'cubirds-magpie', 'cubirds-parrot', 'cubirds-flamingo'],
  chapters: {
    C1: 'cubirds-flamingo', C2: 'cubirds-duck', C3: 'cubirds-parrot', C4: 'cubirds-magpie', C5: 'i-cup', C6: 'cubirds-owl', C7: 'cubirds-toucan', C8: 'i-book',
  },
  options: {
    extras: {
      label: msg('Cards put aside at the set-up'),
      choices: { shuffled: msg('are shuffled into the draw pile'), discarded: msg('start the discard pile') },
    },
    turn_limit: { label: msg('Turn limit'), hint: msg('The game ends after this many turns. Leave empty for no limit.') },
    starter: { label: msg('Who deals and plays first') },
  },
  presets: {},
  face,
  cardName: speciesName,
  join: list,
  cardsIn,
  puzzle: { series: 'cubirds-turn', about: msg('One position, one best turn.') },
  kit: () => import('./kit').then(({ kit }) => kit),
};
