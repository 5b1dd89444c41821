import { expect, test } from 'vitest';
import type { Scored } from '../wire';
import { csv } from './files';
import { asOwn, columnOf, inOrder, tapped, tidy, withScoring } from './paper';
import { begin, readFile, sheetFile } from './sheets.svelte';

test('cards are understood however they are typed', () => {
  expect(tidy('rs,RA  pu')).toBe('Rs Ra Pu');
  expect(tidy('rsrapu')).toBe('Rs Ra Pu');
  expect(tidy('robin!')).toBe('robin!');
});

test('a tap puts a player at the end of the order, a second one asks again from there on', () => {
  expect(tapped([1], 0)).toEqual([1, 0]);
  expect(tapped([1, 0, 2], 0)).toEqual([1]);
  expect(inOrder([2], 3)).toEqual([2, 0, 1]);
});

test('a column is a list of whole numbers', () => {
  expect(columnOf('1, 3 6')).toEqual([1, 3, 6]);
  expect(columnOf('1 x')).toBeUndefined();
  expect(columnOf(' ')).toBeUndefined();
});

test('changing a sheet leaves the old one as it was', () => {
  const before = { game: 'birdie' as const, players: ['Ana', 'Ben'] };
  const after = withScoring(before, 1, 1, { row: 'Rs' });
  expect(after.rounds?.[1]?.scorings).toEqual([null, { row: 'Rs' }]);
  expect(before).toEqual({ game: 'birdie', players: ['Ana', 'Ben'] });
});

test('an own cut begins with the one proposed, with Robin and Woodpecker done', () => {
  const scored = {
    row: 'Rs Ra Ow Pw Ws', used: { robin: 1, owl: 1 },
    stages: [{ row: '', removed: 0, groups: [{ trait: 'robin', places: [1, 2], fate: 'written' }, { trait: 'winter', places: [3, 4], fate: 'written' }] }],
  } as unknown as Scored;
  expect(asOwn({ row: 'Rs Ow Pw Ws', drawn: 'Ra', hand: 'Os' }, scored)).toEqual({
    row: 'Rs Ra Ow Pw Ws', drawn: '', hand: 'Os', spent: { robin: 1 }, wrote: null, cuts: [2, 4],
  });
});

test('a sheet is read back from its file, and no other file is taken for one', () => {
  const kept = begin({ game: 'cubirds', players: ['Ana', 'Ben'], birds: [{ seat: 0, species: 'F', flock: 0 }] });
  expect(readFile(sheetFile(kept))?.sheet).toEqual(kept.sheet);
  expect(readFile('{"format": "other"}')).toBeUndefined();
  expect(readFile('no json')).toBeUndefined();
});

test('names in a table cannot be taken for formulas', () => {
  const kept = begin({ game: 'birdie', players: ['=1+1', 'Ben, the "second"'] });
  expect(csv(kept)).toBe('Birdie,\'=1+1,"Ben, the ""second"""\r\n');
});
