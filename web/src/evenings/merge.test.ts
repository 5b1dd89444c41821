import { expect, test } from 'vitest';
import { merge, type Game } from './merge';

const games = (text: string): Game[] => text.split(' ').filter(Boolean).map((each) => ({ id: each.charAt(0), changed: Number(each.slice(1)) }));
const names = (all: readonly Game[]): string => all.map((game) => `${game.id}${game.changed}`).sort().join(' ');
const base = { a: 1, b: 1 };

test.each([
  ['a1 b1', 'a1 b1', 'a1 b1', ''],
  ['a2 b1', 'a1 b1', 'a2 b1', ''],
  ['a1 b1', 'a2 b1', 'a2 b1', ''],
  ['a2 b1', 'a1 b3', 'a2 b3', ''],
  ['a1 b1 c5', 'a1 b1 d6', 'a1 b1 c5 d6', ''],
])('what only one has changed or begun is followed: %s, %s', (mine, theirs, all, refused) => {
  const merged = merge(base, games(mine), games(theirs));
  expect([names(merged.all), names(merged.refused)]).toEqual([all, refused]);
});

test('of a game that both have changed the one that was faster stays, and the other is told', () => {
  const merged = merge(base, games('a9 b1'), games('a2 b1'));
  expect([names(merged.all), names(merged.refused)]).toEqual(['a2 b1', 'a9']);
});

test('a game that one has thrown away is gone, unless the other has gone on with it', () => {
  expect(names(merge(base, games('a1'), games('a1 b1')).all)).toBe('a1');
  expect(names(merge(base, games('a1 b1'), games('a1')).all)).toBe('a1');
  expect(names(merge(base, games('a1'), games('a1 b2')).all)).toBe('a1 b2');
  expect(names(merge(base, games('a1 b2'), games('a1')).all)).toBe('a1 b2');
});

test('without an earlier agreement the later version stays, as with a file', () => {
  expect(merge({}, games('a1 b7'), games('a2 b3 c1'))).toEqual({ all: games('a2 b7 c1'), refused: [] });
});
