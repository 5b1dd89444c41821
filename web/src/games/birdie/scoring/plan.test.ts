import { expect, test } from 'vitest';
import { arrange, cutsOf, goneFrom, joints, marks, planOf, runs, setsOf, together, type By, type Starts } from './plan';

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

test('marks become the sets that they make', () => {
  expect(setsOf(['leave', 'bird 3', 'leave', 'season 3', 'leave'], starts)).toEqual([{ start: 1, length: 3, by: 'bird' }, { start: 6, length: 3, by: 'season' }]);
});

test('the sets of somebody else become cuts', () => {
  expect(cutsOf(5, [{ start: 0, length: 2 }, { start: 3, length: 2 }])).toEqual([false, true, true, false]);
});

test('a whole play is taken apart into what each phase asks for', () => {
  const nothing = { before: [], marks: [], cascade: [], pigeon: [], choose: [], owl: [] };
  expect(planOf(['use Ww', 'move 5', 'insert 1', 'done', 'bird 4', 'leave', 'use Pu', 'set 2', 'set 3', 'use Os', 'box autumn'])).toEqual({
    ...nothing, before: ['use Ww', 'move 5', 'insert 1'], marks: ['bird 4', 'leave'], pigeon: ['use Pu', 'set 2'], choose: ['set 3'], owl: ['use Os', 'box autumn'],
  });
  expect(planOf(['bird 2', 'done', 'use Os', 'set 1', 'box owl'])).toEqual({ ...nothing, marks: ['bird 2'], owl: ['use Os', 'set 1', 'box owl'] });
  expect(planOf(['done', 'remove 7', 'done', 'by bird', 'use Pu', 'remove 2', 'done', 'use Os', 'box owl'])).toEqual({
    ...nothing, cascade: ['remove 7', 'done', 'by bird', 'use Pu', 'remove 2', 'done'], owl: ['use Os', 'box owl'],
  });
});

test('cards keep their numbers when Woodpecker moves one and Robin brings one', () => {
  expect(arrange(4, ['use Ww', 'move 3', 'insert 1'])).toEqual([2, 0, 1, 3]);
  expect(arrange(3, ['insert 2'])).toEqual([0, 3, 1, 2]);
});

test('what a removal took is a stretch of the row', () => {
  expect(goneFrom(['Ow', 'Rs', 'Os', 'Ra', 'Ws', 'Pu'], ['Ow', 'Pu'], 3)).toEqual([1, 4]);
  expect(goneFrom(['Ow', 'Rs'], ['Ow'], 1)).toEqual([1, 1]);
});
