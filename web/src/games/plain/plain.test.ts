import { expect, test } from 'vitest';
import { gameOf, gameOfClause, gameTitle, pageGames } from '..';
import { adopt } from '../../page/i18n.svelte';
import type { View } from '../../views';
import type { GameInfo } from '../../wire';
import { plain } from '.';
import { fieldsOf, isSimple, label, spokenWords, valueWords } from './fields';
import { stepWords, tell } from './tell';

adopt('en', {});
const info = (min_seats: number, max_seats: number): GameInfo =>
  ({ name: 'third', title: 'A third game', min_seats, max_seats, rules_version: 1, memory: 'assisted', options: [], presets: {}, levels: [] });

test('a game that the page does not know goes by what the server says of it', () => {
  expect(plain(info(2, 2)).title()).toBe('A third game');
  expect(plain(info(2, 2)).about()).toBe('2 players.');
  expect(plain(info(2, 5)).about()).toBe('2 to 5 players.');
  expect(gameTitle('third')).toBe('third');
  expect(gameOf('third').cardName('K')).toBe('K');
});

test('a clause leads to the game that has it, if the page has its rules', () => {
  expect(pageGames.map((name) => gameOfClause(`${gameOf(name).letter}1.1`))).toEqual(pageGames);
  expect(gameOfClause('K5')).toBeUndefined();
});

test('a view is told field by field, without what stands elsewhere', () => {
  const view = { seat: 0, seats: 2, to_move: 1, options: {}, bird_deck: 12, hand: ['J', 'Q'], open: true, shown: null, piles: [['K'], []] };
  const told = fieldsOf(view as unknown as View).map(([name, value]) => `${label(name)}: ${spokenWords(value)}`);
  expect(told).toEqual(['Bird deck: 12', 'Hand: J, Q', 'Open: yes', 'Shown: –', 'Piles: K; –']);
});

test('what has parts is no simple value', () => {
  expect([0, '', null, [], {}, ['J', null]].every(isSimple)).toBe(true);
  expect([[['J']], { boxes: 1 }].some(isSimple)).toBe(false);
  expect([0, '', false, [1, 2]].map(valueWords)).toEqual(['0', '–', 'no', '1, 2']);
  expect(spokenWords({ boxes: { owl: 3 } })).toBe('Boxes: Owl: 3');
});

test('steps and events are told in the words of the game', () => {
  expect(stepWords('deal J')).toBe('Deal J');
  const name = (seat: number): string => ['Mira', 'Tomás'][seat] ?? '';
  const events = [{ what: 'showed', seat: 1, cards: 'K' }, { what: 'paid', seat: 0, other: 1, points: 2 }, { what: 'round ended', count: 1 }];
  expect(tell(events, name, 0).map(({ params }) => [params?.name, params?.what])).toEqual([
    ['Tomás', 'showed K'], ['Mira', 'paid Tomás 2 points'], [undefined, 'Round ended 1'],
  ]);
});
