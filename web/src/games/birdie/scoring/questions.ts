/** What a scoring asks, in words: at a table and on a score sheet. */
import { traitName, type Trait } from '../cards';
import { t } from '../../../page/i18n.svelte';

/** How a row is divided, as the rules of the match have it. */
export const cutWords = (options: Readonly<Record<string, unknown>>): string =>
  options['same_trait_sets'] === 'choose'
    ? t('Cut the wire between the cards. Of several sets of a trait the one you choose counts.')
    : t('Cut the wire between the cards. Only the largest set of a trait counts.');

/**
 * By the phase of the view; `taking` are the first and last card of the set just taken, `lost` that its box is full. Nothing
 * where nothing is asked.
 */
export function stepQuestion(phase: string, trait = '', taking: readonly number[] = [], lost = false): { title: string; text: string } | undefined {
  const name = trait ? traitName(trait as Trait) : '';
  switch (phase) {
    case 'draw': return { title: t('Robin: which card was drawn?'), text: t('Tap it on the keys below.') };
    case 'insert': return { title: t('Robin: where should it go?'), text: t('The card you drew must go into the row.') };
    case 'move': return { title: t('Woodpecker: choose a card in the row'), text: t('It moves to another place.') };
    case 'put': return { title: t('Woodpecker: where should it go?'), text: '' };
    case 'drop': return { title: t('Pigeon: choose a set'), text: t('It is not written. You mark 2 Flaps instead.') };
    case 'choose': return { title: t('Which of these sets counts?'), text: name };
    case 'hold': return { title: t('Owl: which of the lowest sets?'), text: t('It goes into another box.') };
    case 'owl box': return { title: t('Owl: choose an empty box'), text: t('The lowest value you wrote is copied, at most 5.') };
    case 'held box': return { title: t('Owl: choose an empty box'), text: t('The lowest set goes there, at most 5, without a Flap.') };
    case 'trait': return { title: t('They share both bird and season'), text: t('Which of the two should the set count by?') };
    case 'set': {
      const [first = 0, last = 0] = taking;
      const text = lost ? `${t('Nothing: the box is already full.')} ${t('Pigeon swaps a set for 2 Flaps.')}` : t('Write it, or let Pigeon swap it for 2 Flaps.');
      return { title: t('A set of {n}: {trait}', { n: last - first + 1, trait: name }), text };
    }
    default: return undefined;
  }
}
