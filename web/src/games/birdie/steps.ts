/** Birdie's steps in words, for hints and reviews: what a player would do, said to them. */
import { t, tn } from '../../page/i18n.svelte';
import { BIRDS, cardName, traitName, type Trait } from './cards';

/** `take Rs` → "Take robin, spring to your hand". */
export function stepWords(step: string): string {
  const [verb, what = ''] = step.split(' ');
  switch (verb) {
    case 'take': return t('Take {card} to your hand', { card: cardName(what) });
    case 'stack': return t('{card} to your pile', { card: cardName(what) });
    case 'add': return t('{card} from your hand to your pile', { card: cardName(what) });
    case 'pass': return t('Pass');
    case 'use': return t('Use an ability: {bird}', { bird: traitName(BIRDS[what[0] as keyof typeof BIRDS]) });
    case 'move': return t('Take card {n} out of the row', { n: what });
    case 'insert': return t('Put it at place {n}', { n: what });
    case 'bird': return tn('{n} card as a bird set', '{n} cards as a bird set', Number(what));
    case 'season': return tn('{n} card as a season set', '{n} cards as a season set', Number(what));
    case 'leave': return t('Leave this card out');
    case 'set': return t('Choose set {n}', { n: what });
    case 'remove': return t('Remove card {n}', { n: what });
    case 'box': return t('Write into the {box} box', { box: traitName(what as Trait) });
    case 'by': return what === 'bird' ? t('Count by bird') : t('Count by season');
    case 'end': return t('Nothing more for your pile');
    default: return t('Go on');
  }
}
