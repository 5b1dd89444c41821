import { expect, test } from 'vitest';
import { columnOf, inOrder, tap, tidy, withScoring } from './changes';
import { afterCut, back, ranks, typedSteps, withStep } from './steps';

test('cards are understood however they are typed', () => {
  expect(tidy('rs,RA  pu')).toBe('Rs Ra Pu');
  expect(tidy('rsrapu')).toBe('Rs Ra Pu');
  expect(tidy('robin!')).toBe('robin!');
});

test('a tap puts a player at the end of the order, a second one asks again from there on', () => {
  expect(tap([1], 0)).toEqual([1, 0]);
  expect(tap([1, 0, 2], 0)).toEqual([1]);
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

test('an ability goes where its time is, and what came after it is asked again', () => {
  const steps = ['use Wa', 'move 2', 'insert 4', 'use Ps', 'set 2', 'use Os', 'box owl'];
  expect(ranks(steps)).toEqual([0, 0, 0, 1, 1, 3, 3]);
  expect(withStep(steps.slice(0, 3), 'use Os', false)).toEqual([...steps.slice(0, 3), 'use Os']);
  expect(withStep(steps, 'use Ra', false)).toEqual(['use Wa', 'move 2', 'insert 4', 'use Ra']);
  expect(withStep(['remove 2', 'use Ps'], 'use Ow', true)).toEqual(['remove 2', 'use Ps', 'use Ow']);
  expect(ranks(['set 1', 'use Ow', 'set 2', 'box owl'])).toEqual([2, 3, 3, 3]);
});

test('after another cut no step speaks of a set by its number', () => {
  expect(afterCut(['use Wa', 'move 2', 'insert 4', 'use Ps', 'set 2', 'use Os', 'box owl'])).toEqual(['use Wa', 'move 2', 'insert 4', 'use Os', 'box owl']);
  expect(afterCut(['set 1', 'use Ow', 'set 2', 'box owl'])).toEqual([]);
});

test('a step back gives a spent card back with what it was for', () => {
  expect(back(['remove 3', 'use Os', 'box owl'])).toEqual(['remove 3']);
  expect(back(['remove 3', 'by bird'])).toEqual(['remove 3']);
  expect(back([])).toEqual([]);
  expect(typedSteps(' remove  7, by bird;use Ps,')).toEqual(['remove 7', 'by bird', 'use Ps']);
});
