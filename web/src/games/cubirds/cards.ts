/** How cards of CuBirds are written (`P`), drawn and called. */
import { msgc, translateIn } from '../../page/i18n.svelte';
import type { Face } from '../game';

export interface Species {
  name: string;
  /** Cards that complete a small and a big flock, as printed on the card. */
  small: number;
  big: number;
}
export const SPECIES: Record<string, Species> = {
  F: { name: 'flamingo', small: 2, big: 3 },
  O: { name: 'owl', small: 3, big: 4 },
  T: { name: 'toucan', small: 3, big: 4 },
  D: { name: 'duck', small: 4, big: 6 },
  P: { name: 'parrot', small: 4, big: 6 },
  M: { name: 'magpie', small: 5, big: 7 },
  R: { name: 'robin', small: 6, big: 9 },
  W: { name: 'reed-warbler', small: 6, big: 9 },
};

export function face(card: string): Required<Pick<Face, 'bird' | 'ground' | 'flock'>> {
  const { name, small, big } = SPECIES[card] as Species;
  return { ground: `ground-${name}`, bird: `cubirds-${name}`, flock: { small, big } };
}

const SPECIES_NAMES: Record<string, [string, string]> = {
  F: msgc('CuBirds', 'flamingo'), O: msgc('CuBirds', 'owl'), T: msgc('CuBirds', 'toucan'), D: msgc('CuBirds', 'duck'),
  P: msgc('CuBirds', 'parrot'), M: msgc('CuBirds', 'magpie'), R: msgc('CuBirds', 'robin'), W: msgc('CuBirds', 'reed warbler'),
};
export const speciesName = (card: string): string => translateIn(...(SPECIES_NAMES[card] ?? ['', card]));

export const cardsIn = (text: string): string[] => (/^[FOTDPMRW]( ?[FOTDPMRW])*$/.test(text) ? [...text.replaceAll(' ', '')] : []);
