import { expect, test } from 'vitest';
import type { Event } from '../../../wire';
import { tally, upTo } from './tally';

const board = { boxes: { spring: 3 }, passes: [4], flaps: 2, used: {}, points: 0, flap_points: 0, trophy_points: 0 };
const marked = (place: string, count: number): Event => ({ what: 'marked', seat: 0, place, count });
const wrote = (place: string, points: number): Event[] => [
  { what: 'wrote', seat: 0, place, points, clause: 'B5.6' },
  { what: 'flapped', seat: 0, count: 1, points: 1, at: 3, clause: 'B5.7' },
];

test('sets, marks and a trophy are counted with their reasons (B10.2)', () => {
  const events = [
    marked('robin', 4), marked('summer', 2), marked('winter', 3), marked('winter', 2),
    ...wrote('robin', 4),
    { what: 'won trophy', seat: 0, place: 'robin', points: 3, other: 2, clause: 'B5.8' },
    ...wrote('summer', 2), ...wrote('winter', 3),
    { what: 'scored', seat: 0 },
  ];
  const { lines, total, fresh, flaps } = tally(events, board);
  expect(lines.map((l) => [l.kind, l.trait, l.points])).toEqual([
    ['set', 'robin', 4], ['set', 'summer', 2], ['set', 'winter', 3], ['left out', 'winter', 0],
    ['flap', '', 3], ['trophy', 'robin', 3],
  ]);
  expect(total).toBe(15);
  expect(fresh).toEqual({ robin: 4, summer: 2, winter: 3 });
  expect(flaps).toBe(3);
});

test('what is told line by line is on the board no sooner', () => {
  const won = { what: 'won trophy', seat: 0, place: 'robin', points: 3, other: -1 };
  const all = tally([...wrote('robin', 4), won, ...wrote('summer', 2), { what: 'scored', seat: 0 }], board);
  const told = [0, 1, 2, 3, 4].map((n) => upTo(all, n));
  expect(told.map(({ total }) => total)).toEqual([0, 4, 6, 8, 11]);
  expect(told.map(({ fresh }) => Object.keys(fresh))).toEqual([[], ['robin'], ['robin', 'summer'], ['robin', 'summer'], ['robin', 'summer']]);
  expect(told.map(({ flaps, trophies }) => [flaps, trophies.length])).toEqual([[0, 0], [0, 0], [0, 0], [2, 0], [2, 1]]);
  expect(upTo(all, 99)).toEqual(all);
});

test('a set of the expert game that waits for an answer is not left out', () => {
  const taken = (place: string, count: number): Event => ({ what: 'set taken', seat: 0, place, count });
  const { lines } = tally([taken('pigeon', 4), ...wrote('pigeon', 4), taken('owl', 2)], board, { expert: true });
  expect(lines.map(({ kind, trait }) => [kind, trait])).toEqual([['set', 'pigeon'], ['flap', '']]);
});

test('a set of a full box is said to be left out for that', () => {
  const { lines } = tally([marked('spring', 2), { what: 'scored', seat: 0 }], board);
  expect(lines).toMatchObject([{ kind: 'left out', trait: 'spring', full: true, points: 0 }]);
});

test('while the row is being divided nothing is left out yet', () => {
  expect(tally([marked('spring', 2)], board).lines).toEqual([]);
});

test('a trophy that one holds already is not counted again', () => {
  const events = [...wrote('robin', 5), { what: 'won trophy', seat: 0, place: 'robin', points: 3, other: 0 }];
  expect(tally(events, board).total).toBe(5 + 1);
});

test('marks beyond the end of the column are worth nothing', () => {
  const full = { ...board, flaps: 10 };
  const events: Event[] = [{ what: 'flapped', seat: 0, count: 0, points: 0, at: 10, clause: 'B7.4' }];
  expect(tally(events, full)).toMatchObject({ lines: [], total: 0 });
});

test('of two equal sets the one that Pigeon swapped is known by its place', () => {
  const at = (what: string, at: number): Event => ({ what, seat: 0, place: 'robin', count: 2, at });
  const events = [at('marked', 1), at('marked', 4), at('marked', 7), at('dropped', 4), { ...wrote('robin', 2)[0], at: 1 } as Event, { what: 'scored', seat: 0 }];
  expect(tally(events, board).lines.filter((l) => l.at).map((l) => [l.kind, l.at])).toEqual([['set', 1], ['dropped', 4], ['left out', 7]]);
});

test('a set that Owl moved is not left out', () => {
  const events: Event[] = [{ ...marked('summer', 2), at: 4 }, { what: 'copied', seat: 0, place: 'winter', points: 2, at: 4, clause: 'B9.2' }, { what: 'scored', seat: 0 }];
  expect(tally(events, board).lines).toMatchObject([{ kind: 'copy', trait: 'winter', at: 4 }]);
});

test('what Flap marks bring is told, not looked up', () => {
  const flapped = (count: number, points: number, at: number, clause: string): Event => ({ what: 'flapped', seat: 0, count, points, at, clause });
  const { lines, flaps } = tally([flapped(2, 7, 4, 'B7.4'), flapped(1, 6, 5, 'B5.7')], board);
  expect(lines).toEqual([{ kind: 'flap', trait: '', count: 3, points: 13, clause: 'B5.7', from: 2, to: 5 }]);
  expect(flaps).toBe(3);
});

test('a set that was not chosen is not left out for its size (B9.3)', () => {
  const events = [marked('winter', 3), marked('winter', 2), marked('spring', 2), ...wrote('winter', 2)];
  const { lines } = tally(events, board, { same_trait_sets: 'choose' });
  expect(lines.filter((l) => l.kind === 'left out').map((l) => [l.trait, l.clause])).toEqual([['winter', 'B9.3'], ['spring', 'B5.6']]);
});
