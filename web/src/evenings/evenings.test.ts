import { beforeEach, expect, test } from 'vitest';
import { putSheets, type Kept } from '../companion/sheets.svelte';
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

test.each(['id', 'begun', 'changed', 'sheet', 'past'] as const)('a file with a game that cannot be shown is refused as a whole: without %s', (lost) => {
  putSheets([sheet('a', '2026-11-18T20:00'), sheet('b', '2026-11-18T23:30')]);
  const file = JSON.parse(everything()) as { sheets: Partial<Kept>[] };
  localStorage.clear();
  delete file.sheets[1]?.[lost];
  expect(takeIn(JSON.stringify(file))).toBe(DAMAGED);
  expect(evenings()).toEqual([]);
});
