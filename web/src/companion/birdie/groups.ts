/** A row that was scored, as it hangs on its wire. */
import { traitName, type Trait } from '../../games/birdie/cards';
import type { Tag } from '../../games/birdie/scoring/Wire.svelte';
import { t, tn } from '../../page/i18n.svelte';
import type { Group } from '../../wire';

/** By gap: whether the row is cut there, so that the sets are pieces and every other card is on its own. */
export function cutsAround(groups: readonly Group[], cards: number): boolean[] {
  const of = new Map<number, number>();
  groups.forEach((group, number) => group.places.forEach((place) => of.set(place, number)));
  return Array.from({ length: cards }, (_, gap) => of.get(gap + 1) === undefined || of.get(gap + 1) !== of.get(gap + 2));
}

/** What hangs below a set: what it counts as, or why it does not count. */
export function tagOf({ places, trait, fate }: Group): Tag {
  const [start, length, counts] = [(places[0] ?? 1) - 1, places.length, fate === 'written'];
  const why = { dropped: t('for Pigeon'), held: t('held back by Owl'), lost: t('left out'), written: '' }[fate];
  const name = traitName(trait as Trait);
  return {
    start, length, trait, tone: counts ? 'counts' : 'no', points: counts ? length : 0, text: counts ? name : why,
    label: `${tn('{n} card', '{n} cards', length)}, ${name}${counts ? '' : `, ${why}`}`,
  };
}

/** The cards above tags of this tone, counted from 0. */
export const cardsOf = (tags: readonly Tag[], tone: Tag['tone']): Set<number> =>
  new Set(tags.filter((tag) => tag.tone === tone).flatMap((tag) => Array.from({ length: tag.length }, (_, i) => tag.start + i)));
