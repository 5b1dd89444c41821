/** A sheet of CuBirds: the birds that came into the collections. */
import { SPECIES, speciesName } from '../../games/cubirds/cards';
import { t } from '../../page/i18n.svelte';
import type { Bird, CuBirdsAnswer, CuBirdsSheet } from '../../wire';
import { isList, type Paper } from '../paper';
import Entries from './Paper.svelte';

export const cubirds: Paper = {
  most: 5,
  Entries,
  sheet: (players, _, before) => ({ ...((before as CuBirdsSheet | undefined) ?? { birds: [], ended: false }), game: 'cubirds', players }),
  optionsOf: () => ({}),
  isWhole: (sheet) => {
    const { birds } = sheet as CuBirdsSheet;
    return isList(birds) && (birds ?? []).every((bird) => bird && typeof (bird.species ?? '') === 'string');
  },
  // The last entry is still being made; those before it are settled by the entries that followed.
  corrects: (before, after) => {
    const [old, now] = [before, after].map((sheet) => (sheet as CuBirdsSheet).birds ?? []) as [Bird[], Bird[]];
    return old.slice(0, -1).some((bird, number) => JSON.stringify(bird) !== JSON.stringify(now[number]));
  },
  settle: (sheet) => sheet,
  end: (answer) => {
    const { collections, clause } = answer as CuBirdsAnswer;
    return { points: collections.map((each) => each.birds), clause };
  },
  lines: (answer) => {
    const { collections, winners } = answer as CuBirdsAnswer;
    return [
      ...Object.keys(SPECIES).map((species) => [speciesName(species), ...collections.map((each) => each.collection[species] ?? 0)]),
      [t('Birds'), ...collections.map((each) => each.birds)],
      [t('Winner'), ...collections.map((_, seat) => (winners.includes(seat) ? 1 : 0))],
    ];
  },
};
