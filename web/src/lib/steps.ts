/** Steps in words, for hints and reviews: what a player would do, said to them. */
import type { ScoreLine } from '../wire';
import { BIRDS, cardName, speciesName, traitName, type GameName, type Trait } from './cards';
import { t, translate, translateIn, translateMany, type Params } from './i18n.svelte';
import { cardList } from './telling';

/** `take Rs` → "Take robin, spring to your hand". Several steps have commas between them. */
export function stepWords(game: GameName, steps: string): string {
  return steps.split(', ').map((step) => (game === 'cubirds' ? cubirds(step) : birdie(step))).join('; ');
}

function cubirds(step: string): string {
  const [verb, card = '', row = '', side] = step.split(' ');
  switch (verb) {
    case 'lay': {
      const params = { bird: speciesName(card), row };
      return side === 'left' ? t('Lay every {bird} left of row {row}', params) : t('Lay every {bird} right of row {row}', params);
    }
    case 'draw': return t('Draw 2 cards');
    case 'keep': return t('Do not draw');
    case 'flock': return t('Flock: {bird}', { bird: speciesName(card) });
    default: return t('End turn');
  }
}

function birdie(step: string): string {
  const [verb, what = ''] = step.split(' ');
  const card = (): string => cardName('birdie', what);
  switch (verb) {
    case 'take': return t('Take {card} to your hand', { card: card() });
    case 'stack': return t('{card} to your pile', { card: card() });
    case 'add': return t('{card} from your hand to your pile', { card: card() });
    case 'pass': return t('Pass');
    case 'use': return t('Use an ability: {bird}', { bird: traitName(BIRDS[what[0] as keyof typeof BIRDS]) });
    case 'move': return t('Take card {n} out of the row', { n: what });
    case 'insert': return t('Put it at place {n}', { n: what });
    case 'bird': return t('{n} cards as a bird set', { n: what });
    case 'season': return t('{n} cards as a season set', { n: what });
    case 'leave': return t('Leave this card out');
    case 'set': return t('Choose set {n}', { n: what });
    case 'remove': return t('Remove card {n}', { n: what });
    case 'box': return t('Write into the {box} box', { box: traitName(what as Trait) });
    case 'by': return what === 'bird' ? t('Count by bird') : t('Count by season');
    case 'end': return t('Nothing more for your pile');
    default: return t('Go on');
  }
}

/** A reason of the server in the language of the page: cards and traits in it are named. */
export function reasonWords(game: GameName, reason: string, details: Params): string {
  const named: Params = {};
  for (const [hole, value] of Object.entries(details)) named[hole] = typeof value === 'string' ? nameOf(game, hole, value) : value;
  return translate(reason, named);
}

function nameOf(game: GameName, hole: string, value: string): string {
  if (hole === 'card') return cardName(game, value);
  if (hole === 'trait' || hole === 'ability') return traitName(value as Trait);
  if (hole === 'cards' && game === 'cubirds') return cardList(game, [...value].filter((c) => c !== ' '));
  return value;
}

/** By the number that the server gives a trait. */
export const NUMBERED: readonly Trait[] = ['woodpecker', 'owl', 'pigeon', 'robin', 'spring', 'summer', 'autumn', 'winter'];

/** A reason of the exact scorer in the language of the page. Words for sets stand under the game in the catalogues. */
export function lineWords(line: ScoreLine): string {
  const { trait = -1, count = 0, card = '', place = 0, from_place = 0, points } = line;
  const name = NUMBERED[trait];
  const one = `birdie\u0004{count} ${name}${trait > 3 ? ' bird' : ''}`;
  const holes: Params = {
    points, count, place, from_place,
    card: card && cardName('birdie', card),
    set: name ? translateMany(one, `${one}s`, count, { count }) : '',
    trait: name ? traitName(name) : '',
    bird: name ? upper(traitName(name)) : '',
    birds: name && trait < 4 ? translateIn('birdie', `${name}s`) : '',
  };
  return upper(line.plural ? translateMany(line.message, line.plural, count, holes) : translate(line.message, holes));
}

const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
