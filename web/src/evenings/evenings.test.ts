import { beforeEach, expect, test } from 'vitest';
import { putSheets, shelf, type Kept } from '../companion/sheets.svelte';
import { evenings, everything, takeIn } from './evenings';

beforeEach(() => localStorage.clear());

function sheet(id: string, begun: string): Kept {
  const players = ['Ana', 'Ben'];
  return { id, begun: new Date(begun).getTime(), changed: 1, sheet: { game: 'birdie', players }, past: [], finished: { game: 'birdie', players, points: [1, 2], winners: [1] } };
}

test('an evening goes on after midnight', () => {
  putSheets([sheet('a', '2026-11-18T20:00'), sheet('b', '2026-11-18T23:30'), sheet('c', '2026-11-19T00:40'), sheet('d', '2026-11-19T19:00')]);
  expect(evenings().map(({ day, games }) => [day, games.map((game) => game.id).join('')])).toEqual([['2026-11-19', 'd'], ['2026-11-18', 'abc']]);
});

const DAMAGED = 'This file is damaged or has no evenings in it.';

test.each(['null', '3', '{}', '{"format": "birdtable-evenings", "version": 1}', ''])('a file without evenings is refused: %s', (text) => {
  expect(takeIn(text)).toBe(DAMAGED);
});

const finished = { game: 'birdie', players: ['Ana', 'Ben'], points: [1, 2], winners: [1] };

test.each([
  ...['id', 'begun', 'changed', 'sheet'].map((lost) => ({ [lost]: undefined })),
  { answer: { over: true, game: 'chess' } },
  { answer: { over: true, game: 'birdie', winners: [0] } },
  ...Object.keys(finished).map((lost) => ({ finished: { ...finished, [lost]: undefined } })),
  { finished: { ...finished, points: [1] } },
])('a file with a game that cannot be shown is refused as a whole: %o', (wrong) => {
  const two = [sheet('a', '2026-11-18T20:00'), { ...sheet('b', '2026-11-18T23:30'), ...wrong }];
  expect(takeIn(JSON.stringify({ ...everything(), sheets: two }))).toBe(DAMAGED);
  expect(evenings()).toEqual([]);
});

test('what can be computed again is neither saved nor taken in', () => {
  const answer = { game: 'birdie', over: true, winners: [0], boards: [{ points: 7, trophies: [] }, { points: 5, trophies: [] }], rounds: [] } as unknown as Kept['answer'];
  const kept = { ...sheet('a', '2026-11-18T20:00'), finished: undefined, answer, answered: 'x', past: [{ game: 'birdie', players: [] } as Kept['sheet']] };
  expect(takeIn(JSON.stringify({ ...everything(), sheets: [kept] }))).toBe('');
  expect(shelf()).toEqual([{ id: 'a', begun: kept.begun, changed: 1, sheet: kept.sheet, past: [], finished: { ...finished, points: [7, 5], winners: [0], rows: [0, 0], trophies: [0, 0] } }]);
  expect(everything().sheets).toEqual(shelf());
});
