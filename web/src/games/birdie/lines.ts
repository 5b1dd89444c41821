/** What the exact scorer says, in the language of the page. */
import { translate, translateIn, translateMany, upper, type Params } from '../../page/i18n.svelte';
import type { ScoreLine } from '../../wire';
import { cardName, traitName, type Trait } from './cards';

/** By the number that the server gives a trait. */
const NUMBERED: readonly Trait[] = ['woodpecker', 'owl', 'pigeon', 'robin', 'spring', 'summer', 'autumn', 'winter'];

/** Words for sets stand under the game in the catalogues. */
export function lineWords(line: ScoreLine): string {
  const { trait = -1, count = 0, card = '', place = 0, from_place = 0, points } = line;
  const name = NUMBERED[trait];
  const one = `birdie\u0004{count} ${name}${trait > 3 ? ' bird' : ''}`;
  const holes: Params = {
    points, count, place, from_place,
    card: card && cardName(card),
    set: name ? translateMany(one, `${one}s`, count, { count }) : '',
    trait: name ? traitName(name) : '',
    bird: name ? upper(traitName(name)) : '',
    birds: name && trait < 4 ? translateIn('birdie', `${name}s`) : '',
  };
  return upper(line.plural ? translateMany(line.message, line.plural, count, holes) : translate(line.message, holes));
}
