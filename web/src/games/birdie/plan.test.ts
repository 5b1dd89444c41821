import { expect, test } from 'vitest';
import { cutsOf, joints, marks, parseSet, proposal, runs, together, type By, type Starts } from './plan';

// Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww (B10.2): what the server would call legal at each card.
const starts: Starts = new Map([
  [0, ['bird 2', 'bird 3', 'bird 4', 'leave']],
  [1, ['bird 2', 'bird 3', 'leave']],
  [2, ['bird 2', 'leave']],
  [3, ['season 2', 'season 3', 'leave']],
  [4, ['season 2', 'leave']],
  [6, ['season 2', 'season 3', 'leave']],
  [7, ['season 2', 'leave']],
  [10, ['season 2', 'leave']],
]);
const none = new Map<number, By>();
const cutAfter = (...cards: number[]): boolean[] => Array.from({ length: 11 }, (_, gap) => cards.includes(gap + 1));

test('a gap can be joined where the server lets a pair begin', () => {
  expect(joints(12, starts)).toEqual([true, true, true, true, true, false, true, true, false, false, true]);
});

test('the division of B10.2 becomes its marking steps', () => {
  const division = runs(12, cutAfter(4, 6, 9, 10), starts, none);
  expect(division.map((r) => r.step)).toEqual(['bird 4', 'season 2', 'season 3', undefined, 'season 2']);
  expect(marks(division, starts)).toEqual(['bird 4', 'season 2', 'season 3', 'season 2']);
});

test('a run that is no set leaves those of its cards at which one could begin', () => {
  const division = runs(12, cutAfter(6, 9, 10), starts, none);
  expect(division[0]).toMatchObject({ start: 0, length: 6, step: undefined });
  expect(marks(division, starts)).toEqual(['leave', 'leave', 'leave', 'leave', 'leave', 'season 3', 'season 2']);
});

test('a run of one kind is counted as its player says', () => {
  const same: Starts = new Map([[0, ['bird 2', 'season 2', 'leave']]]);
  expect(runs(2, [false], same, none)[0]).toMatchObject({ step: 'bird 2', either: true });
  expect(runs(2, [false], same, new Map([[0, 'season']]))[0]).toMatchObject({ step: 'season 2' });
});

test('dragging over cards joins them and cuts them off', () => {
  expect(together(Array(5).fill(false), 4, 2)).toEqual([false, true, false, false, true]);
});

test('a proposal becomes cuts', () => {
  expect(cutsOf(5, [{ start: 0, length: 2 }, { start: 3, length: 2 }])).toEqual([false, true, true, false]);
});

test('the steps that the scorer proposes are paid for with cards of the hand', () => {
  const steps = ['use W', 'move 5', 'insert 1', 'bird 4', 'leave', 'use P', 'set 2', 'use O', 'box autumn'];
  expect(proposal(steps, ['Os', 'Pu', 'Ww', 'Wu'])).toEqual({
    before: ['use Ww', 'move 5', 'insert 1'], cascade: [], pigeon: ['use Pu', 'set 2'], owl: ['use Os', 'box autumn'],
  });
  expect(proposal(['remove 7', 'by bird', 'use P', 'remove 2', 'use O', 'box owl'], ['Pu', 'Os'])).toEqual({
    before: [], cascade: ['remove 7', 'by bird', 'use Pu', 'remove 2'], pigeon: [], owl: ['use Os', 'box owl'],
  });
});

test('a proposed set is read', () => {
  expect(parseSet('5-6:summer')).toEqual({ start: 4, length: 2, trait: 'summer' });
});
