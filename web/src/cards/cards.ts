/** How cards are written (`Rs`, `P`) and what is drawn and said for them. The two games have their own words. */
import { msg, msgc, translate, translateIn } from '../page/i18n.svelte';

export type GameName = 'birdie' | 'cubirds';

export const BIRDS = { W: 'woodpecker', O: 'owl', P: 'pigeon', R: 'robin' } as const;
export const SEASONS = { s: 'spring', u: 'summer', a: 'autumn', w: 'winter' } as const;
export type Bird = (typeof BIRDS)[keyof typeof BIRDS];
export type Season = (typeof SEASONS)[keyof typeof SEASONS];
export type Trait = Bird | Season;
export const TRAITS: Trait[] = ['spring', 'summer', 'autumn', 'winter', 'woodpecker', 'owl', 'pigeon', 'robin'];
export const isSeason = (trait: string): trait is Season => Object.values(SEASONS).includes(trait as Season);

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

export const birdOf = (card: string): Bird => BIRDS[card[0] as keyof typeof BIRDS];
export const seasonOf = (card: string): Season => SEASONS[card[1] as keyof typeof SEASONS];

/** Ids of the drawings of a card: its ground and its bird. */
export function picture(game: GameName, card: string): { ground: string; bird: string } {
  if (game === 'birdie') return { ground: `ground-${seasonOf(card)}`, bird: `birdie-${birdOf(card)}` };
  const { name } = SPECIES[card] as Species;
  return { ground: `ground-${name}`, bird: `cubirds-${name}` };
}

const TRAIT_NAMES: Record<Trait, string> = {
  spring: msg('spring'), summer: msg('summer'), autumn: msg('autumn'), winter: msg('winter'),
  woodpecker: msg('woodpecker'), owl: msg('owl'), pigeon: msg('pigeon'), robin: msg('robin'),
};
const SPECIES_NAMES: Record<string, [string, string]> = {
  F: msgc('CuBirds', 'flamingo'), O: msgc('CuBirds', 'owl'), T: msgc('CuBirds', 'toucan'), D: msgc('CuBirds', 'duck'),
  P: msgc('CuBirds', 'parrot'), M: msgc('CuBirds', 'magpie'), R: msgc('CuBirds', 'robin'), W: msgc('CuBirds', 'reed warbler'),
};

const TITLES: Record<string, string> = { birdie: msg('Birdie'), cubirds: msg('CuBirds') };
/** What a game is called: Birdie has a name of its own in Russian. */
export const gameTitle = (game: string): string => translate(TITLES[game] ?? game);
export const traitName = (trait: Trait): string => translate(TRAIT_NAMES[trait]);
export const speciesName = (card: string): string => translateIn(...(SPECIES_NAMES[card] ?? ['', card]));

/** `robin, spring`; `parrot`. */
export function cardName(game: GameName, card: string): string {
  return game === 'cubirds' ? speciesName(card) : `${traitName(birdOf(card))}, ${traitName(seasonOf(card))}`;
}

/** Is this a card or a row of them, `Rs Ra`, `F O P`, `PPMM`, and nothing else? */
export const isCards = (text: string): boolean => /^([WOPR][suaw])( [WOPR][suaw])*$/.test(text) || /^([FOTDPMRW])( ?[FOTDPMRW])*$/.test(text);
