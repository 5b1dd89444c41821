/** Birdie on the page: what its cards look like, and where the rest is. */
import { msg, t } from '../../page/i18n.svelte';
import type { Game } from '../game';
import { BIRDS, cardName, cardsIn, face, SEASONS } from './cards';

export const birdie: Game = {
  // It has a name of its own in Russian.
  title: () => t('Birdie'),
  about: () => t('Line up your birds, then cut the row where it pays. 2 to 4 players.'),
  letter: 'B',
  words: 'birdie',
  fan: ['Ws', 'Ou', 'Ra'],
  row: ['Ps', 'Wu', 'Oa', 'Rw'],
  lessons: { birdie: ['Ru', 'Rw', 'Ww'], expert: ['Rs', 'Pa', 'Ru'] },
  coach: 'birdie-owl',
  seats: ['birdie-robin', 'birdie-owl', 'birdie-woodpecker', 'birdie-pigeon'],
  chapters: {
    B1: 'birdie-pigeon', B2: 'sign-spring', B3: 'birdie-robin', B4: 'sign-winter', B5: 'birdie-woodpecker', B6: 'i-cup', B7: 'birdie-owl', B8: 'i-cut',
    B9: 'i-settings', B10: 'sign-summer', B11: 'i-book',
  },
  options: {
    expert: { label: msg('Expert game'), hint: msg('Remove a card and let the row close up: sets fly off in a cascade. Abilities twice each.') },
    flap_values: { label: msg('Values of the Flap column'), hint: msg('1 to 10 is our assumption. Enter what your board shows, from top to bottom.') },
    robin_source: {
      label: msg('Robin draws from'),
      choices: { stop_pile: msg('the cards under the Stop card'), bird_deck: msg('what is left of the bird deck') },
    },
    owl: { label: msg('Owl'), choices: { copy: msg('copies the lowest value'), move: msg('moves the lowest set to another box') } },
    same_trait_sets: {
      label: msg('Several sets of one trait'),
      choices: { largest: msg('the largest counts'), choose: msg('the player chooses which counts') },
    },
    expert_removals: {
      label: msg('Removals in the expert game'),
      choices: { repeat: msg('as many as you like'), single: msg('only one') },
    },
    starter: { label: msg('Who starts') },
  },
  presets: { original: msg('Original rules'), ksr: msg('German short rules') },
  face,
  cardName,
  join: (names) => names.join('; '),
  cardsIn,
  glyph: (letter) => {
    if (letter in BIRDS) return { id: `birdie-${BIRDS[letter as 'W']}`, size: '22px', kind: '' };
    const season = SEASONS[letter as 's'];
    return season && { id: `sign-${season}`, size: '16px', kind: `sign sign-${season}` };
  },
  puzzle: { series: 'birdie-row', about: msg('One row, one best score.') },
  kit: () => import('./kit').then(({ kit }) => kit),
};
