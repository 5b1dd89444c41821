import { expect, test } from 'vitest';
import { apart } from './names';

test('players with the same name are told apart, also from those who are called so', () => {
  expect(apart(['Ann 3', 'Ann', 'Ann'])).toEqual(['Ann 3', 'Ann', 'Ann 4']);
  expect(apart(['Ann', 'Ann', 'Ann 2'])).toEqual(['Ann', 'Ann 2', 'Ann 2 3']);
});
