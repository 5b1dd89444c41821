import { expect, test } from 'vitest';
import type { Event } from '../../wire';
import { tally } from './tally';

const board = { boxes: { spring: 3 }, passes: [4], flaps: 2, used: {}, points: 0, flap_points: 0, trophy_points: 0 };
const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const marked = (place: string, count: number): Event => ({ what: 'marked', seat: 0, place, count });
const wrote = (place: string, points: number): Event[] => [
  { what: 'wrote', seat: 0, place, points, clause: 'B5.6' },
  { what: 'flapped', seat: 0, count: 1, points: 1, clause: 'B5.7' },
];

test('sets, marks and a trophy are counted with their reasons (B10.2)', () => {
  const events = [
    marked('robin', 4), marked('summer', 2), marked('winter', 3), marked('winter', 2),
    ...wrote('robin', 4),
    { what: 'won trophy', seat: 0, place: 'robin', points: 3, other: 2, clause: 'B5.8' },
    ...wrote('summer', 2), ...wrote('winter', 3),
    { what: 'scored', seat: 0 },
  ];
  const { lines, total, fresh, flaps } = tally(events, board, values);
  expect(lines.map((l) => [l.kind, l.trait, l.points])).toEqual([
    ['set', 'robin', 4], ['set', 'summer', 2], ['set', 'winter', 3], ['left out', 'winter', 0],
    ['flap', '', 3], ['trophy', 'robin', 3],
  ]);
  expect(total).toBe(15);
  expect(fresh).toEqual({ robin: 4, summer: 2, winter: 3 });
  expect(flaps).toBe(3);
});

test('a set of a full box is said to be left out for that', () => {
  const { lines } = tally([marked('spring', 2), { what: 'scored', seat: 0 }], board, values);
  expect(lines).toMatchObject([{ kind: 'left out', trait: 'spring', full: true, points: 0 }]);
});

test('while the row is being divided nothing is left out yet', () => {
  expect(tally([marked('spring', 2)], board, values).lines).toEqual([]);
});

test('a trophy that one holds already is not counted again', () => {
  const events = [...wrote('robin', 5), { what: 'won trophy', seat: 0, place: 'robin', points: 3, other: 0 }];
  expect(tally(events, board, values).total).toBe(5 + 1);
});

test('marks beyond the end of the column are worth nothing', () => {
  const full = { ...board, flaps: 10 };
  const events: Event[] = [{ what: 'flapped', seat: 0, count: 2, points: 0, clause: 'B7.4' }];
  expect(tally(events, full, values)).toMatchObject({ lines: [], total: 0 });
});

test('of two equal sets the one that Pigeon swapped is known by its place', () => {
  const at = (what: string, at: number): Event => ({ what, seat: 0, place: 'robin', count: 2, at });
  const events = [at('marked', 1), at('marked', 4), at('marked', 7), at('dropped', 4), { ...wrote('robin', 2)[0], at: 1 } as Event, { what: 'scored', seat: 0 }];
  expect(tally(events, board, values).lines.filter((l) => l.at).map((l) => [l.kind, l.at])).toEqual([['set', 1], ['dropped', 4], ['left out', 7]]);
});

test('a set that Owl moved is not left out', () => {
  const events: Event[] = [{ ...marked('summer', 2), at: 4 }, { what: 'copied', seat: 0, place: 'winter', points: 2, at: 4, clause: 'B9.2' }, { what: 'scored', seat: 0 }];
  expect(tally(events, board, values).lines).toMatchObject([{ kind: 'copy', trait: 'winter', at: 4 }]);
});
