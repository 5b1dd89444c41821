/** Birds of a species with their number, in words. */
import { msgn, translateMany } from '../../page/i18n.svelte';

const COUNTED: Record<string, [string, string]> = {
  F: msgn('{n} flamingo', '{n} flamingos'),
  O: msgn('{n} owl', '{n} owls'),
  T: msgn('{n} toucan', '{n} toucans'),
  D: msgn('{n} duck', '{n} ducks'),
  P: msgn('{n} parrot', '{n} parrots'),
  M: msgn('{n} magpie', '{n} magpies'),
  R: msgn('{n} robin', '{n} robins'),
  W: msgn('{n} reed warbler', '{n} reed warblers'),
};

export function countWords(card: string, n: number): string {
  const [one, many] = COUNTED[card] ?? ['', ''];
  return translateMany(one, many, n);
}

/** The species of a hand in their order, with how many of each. */
export function groups(hand: readonly string[]): { card: string; n: number }[] {
  return 'FOTDPMRW'.split('').map((card) => ({ card, n: hand.filter((c) => c === card).length })).filter(({ n }) => n > 0);
}
