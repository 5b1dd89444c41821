import { expect, test } from 'vitest';
import { ranking } from './ranking';

const places = (points: number[], winners: number[]): [number, number][] => ranking({ points, winners, clause: '' }).map(({ seat, place }) => [seat, place]);

test('by points, and those who are level share a place', () => {
  expect(places([20, 31, 20, 9], [1])).toEqual([[1, 1], [0, 2], [2, 2], [3, 4]]);
});

test('who won by the rules comes first, however many points others have', () => {
  expect(places([7, 5, 9], [1])).toEqual([[1, 1], [2, 2], [0, 3]]);
  expect(places([31, 31], [1])).toEqual([[1, 1], [0, 2]]);
});

test('a shared victory is shared', () => {
  expect(places([4, 6, 6], [1, 2])).toEqual([[1, 1], [2, 1], [0, 3]]);
});
