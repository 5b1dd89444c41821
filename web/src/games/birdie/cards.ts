/** How cards of Birdie are written (`Rs`), drawn and called. */
import { msg, translate } from '../../page/i18n.svelte';
import type { Face } from '../game';

export const BIRDS = { W: 'woodpecker', O: 'owl', P: 'pigeon', R: 'robin' } as const;
export const SEASONS = { s: 'spring', u: 'summer', a: 'autumn', w: 'winter' } as const;
export type Bird = (typeof BIRDS)[keyof typeof BIRDS];
export type Season = (typeof SEASONS)[keyof typeof SEASONS];
export type Trait = Bird | Season;
export const TRAITS: Trait[] = ['spring', 'summer', 'autumn', 'winter', 'woodpecker', 'owl', 'pigeon', 'robin'];
export const isSeason = (trait: string): trait is Season => Object.values(SEASONS).includes(trait as Season);

/** [B2.4] Cards of the display. */
export const DISPLAY = 4;
/** [B7.1, B8] How often each ability can be used in a game. */
export const mostUses = (expert: boolean): number => (expert ? 2 : 1);

export const birdOf = (card: string): Bird => BIRDS[card[0] as keyof typeof BIRDS];
export const seasonOf = (card: string): Season => SEASONS[card[1] as keyof typeof SEASONS];

export const face = (card: string): Required<Pick<Face, 'bird' | 'ground' | 'sign'>> =>
  ({ ground: `ground-${seasonOf(card)}`, bird: `birdie-${birdOf(card)}`, sign: `sign-${seasonOf(card)}` });

const TRAIT_NAMES: Record<Trait, string> = {
  spring: msg('spring'), summer: msg('summer'), autumn: msg('autumn'), winter: msg('winter'),
  woodpecker: msg('woodpecker'), owl: msg('owl'), pigeon: msg('pigeon'), robin: msg('robin'),
};
export const traitName = (trait: Trait): string => translate(TRAIT_NAMES[trait]);

/** `robin, spring` */
export const cardName = (card: string): string => `${traitName(birdOf(card))}, ${traitName(seasonOf(card))}`;

export const cardsIn = (text: string): string[] => (/^[WOPR][suaw]( [WOPR][suaw])*$/.test(text) ? text.split(' ') : []);
