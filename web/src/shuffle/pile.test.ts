import { expect, test } from 'vitest';
import type { Draw, Event } from '../wire';
import { hasReturns, rightOdds, sameAsSeen, type Told } from './pile';
import type { Pile } from './piles';

/** A pile of two As and a B. Cards that are dropped come back when it is shuffled. */
const pile: Pile = { chance: [['deal A', 2], ['deal B', 1]], drawn: ['dealt'], returns: { shuffled: ['dropped'] }, moves: { sold: ['dropped'] } };
const dealt = { what: 'dealt', seat: 0, count: 1 };
const dropped = (cards: string): Event => ({ what: 'dropped', cards });
const shuffled = { what: 'shuffled' };
const draw = (n: number, odds: [string, number][], step: string, follows: number, since: Event[]): Draw => ({ n, odds, step, follows, since });

/** A and B are dealt; A is dropped and shuffled in; A is dealt, taken back, and dealt again. */
const fair = [
  draw(0, [['deal A', 2], ['deal B', 1]], 'deal A', -1, []),
  draw(1, [['deal A', 1], ['deal B', 1]], 'deal B', 0, [dealt]),
  draw(2, [['deal A', 2]], 'deal A', 1, [dealt, dropped('A'), shuffled]),
  draw(3, [['deal A', 2]], 'deal A', 1, [dealt, dropped('A'), shuffled]),
];
const log: Told[] = [
  { number: 4, what: 'started', events: [{ ...dealt, secret: 'A' }, dealt] },
  { number: 5, what: 'played', events: [dropped('A')] },
  { number: 6, what: 'played', events: [shuffled, dealt] },
  { number: 7, what: 'undone', events: [], back_to: 5 },
  { number: 9, what: 'played', events: [shuffled, dealt] },
];
const change = (n: number, fields: Partial<Draw>): Draw[] => fair.map((each) => (each.n === n ? { ...each, ...fields } : each));

test('what left the pile and came back is counted, take-backs included', () => {
  expect(rightOdds(fair, pile)).toBe(true);
  expect(sameAsSeen(fair, log, pile)).toBe('all');
  expect(hasReturns(fair, pile)).toBe(true);
  expect(hasReturns(fair.slice(0, 2), pile)).toBe(false);
});

test('cards do not come back before they are shuffled in, and only once', () => {
  expect(rightOdds(change(2, { since: [dealt, shuffled, dropped('A')] }), pile)).toBe(false);
  const again = draw(4, [['deal A', 2]], 'deal A', 3, [dealt, shuffled]);
  expect(rightOdds([...fair, again], pile)).toBe(false);
  expect(rightOdds([...fair, { ...again, odds: [['deal A', 1]] }], pile)).toBe(true);
});

test('cards that went on do not come back', () => {
  const sold = [dealt, dropped('A'), { what: 'sold', cards: 'A' }, shuffled];
  expect(rightOdds(change(3, { since: sold }), pile)).toBe(false);
  expect(rightOdds(change(3, { since: sold, odds: [['deal A', 1]] }), pile)).toBe(true);
});

test('no more cards come back than there are', () => {
  expect(rightOdds(change(2, { odds: [['deal A', 3]], since: [dealt, dropped('AA'), shuffled] }), pile)).toBe(false);
});

test('a lie about what came back can be kept up in the odds, but not against what I saw', () => {
  const lie = change(3, { odds: [['deal A', 1], ['deal B', 1]], since: [dealt, dropped('B'), shuffled] });
  expect(rightOdds(lie, pile)).toBe(true);
  expect(sameAsSeen(lie, log, pile)).toBe('no');
});

test('a draw that is said to follow another one than I saw is a lie', () => {
  const odds: [string, number][] = [['deal A', 1], ['deal B', 1]];
  const again = [draw(0, [['deal A', 2], ['deal B', 1]], 'deal A', -1, []), draw(1, odds, 'deal B', 0, [dealt]), draw(2, odds, 'deal A', 0, [dealt])];
  const seen: Told[] = [
    { number: 4, what: 'started', events: [dealt] },
    { number: 5, what: 'played', events: [dealt] },
    { number: 6, what: 'undone', events: [], back_to: 4 },
    { number: 7, what: 'played', events: [dealt] },
  ];
  expect(sameAsSeen(again, seen, pile)).toBe('all');
  const lie = again.map((each) => (each.n === 2 ? draw(2, [['deal A', 1]], 'deal A', 1, [dealt]) : each));
  expect(rightOdds(lie, pile)).toBe(true);
  expect(sameAsSeen(lie, seen, pile)).toBe('no');
});

test('a draw has one card', () => {
  expect(rightOdds(change(2, { since: [dealt, dealt, dropped('A'), shuffled] }), pile)).toBe(false);
});

test('draws that were left out or added are noticed', () => {
  expect(sameAsSeen(fair.slice(0, 3), log, pile)).toBe('no');
  expect(sameAsSeen([...fair, draw(4, [['deal A', 1]], 'deal A', 3, [dealt])], log, pile)).toBe('part');
});

test('who saw a part can vouch for that part', () => {
  expect(sameAsSeen(fair, log.slice(2), pile)).toBe('part');
  expect(sameAsSeen(fair, [{ number: 4, what: 'started', events: [{ ...dealt, secret: 'B' }, { ...dealt, secret: 'B' }] }], pile)).toBe('no');
});
