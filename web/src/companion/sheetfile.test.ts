import { expect, test } from 'vitest';
import type { CuBirdsAnswer } from '../wire';
import { csv } from './files';
import { readSheet, sheetText } from './sheetfile';
import { begin } from './sheets.svelte';

test('a sheet is read back from its file, and no other file is taken for one', () => {
  const kept = begin({ game: 'cubirds', players: ['Ana', 'Ben'], birds: [{ seat: 0, species: 'F', flock: 0 }] });
  const text = sheetText(kept);
  expect(readSheet(text)).toMatchObject({ rules: 1, sheet: kept.sheet, outcome: null, begun: new Date(kept.begun).toISOString() });
  expect(readSheet('{"format": "other"}')).toBe('This file is not a score sheet.');
  expect(readSheet(text.slice(0, -20))).toMatch('damaged');
  expect(readSheet(text.replace('"players"', '"player"'))).toMatch('damaged');
  expect(readSheet(text.replace('"version": 2', '"version": 3'))).toMatch('another version');
  expect(readSheet(text.replace('"rules": 1', '"rules": 2'))).toMatch('different rules');
});

test('a file says how the game ended', () => {
  const kept = begin({ game: 'cubirds', players: ['Ana', 'Ben'] });
  const answer = { game: 'cubirds', over: true, winners: [1], clause: 'C5.2', collections: [{ birds: 2 }, { birds: 3 }] } as unknown as CuBirdsAnswer;
  expect(readSheet(sheetText({ ...kept, answer }))).toMatchObject({ outcome: { points: [2, 3], winners: [1], clause: 'C5.2' } });
});

test('names in a table cannot be taken for formulas', () => {
  const kept = begin({ game: 'birdie', players: ['=1+1', 'Ben, the "second"'] });
  expect(csv(kept)).toBe('Birdie,\'=1+1,"Ben, the ""second"""\r\n');
});
