import { expect, test } from 'vitest';
import { adopt } from '../../page/i18n.svelte';
import { nameOrYou, victory } from './names';

adopt('en', {});
const at = (...mine: number[]): { mine: number[]; name: (seat: number) => string } => ({ mine, name: (seat) => ['Mira', 'Juno', 'Wren'][seat] ?? '' });

test('a victory is told to whoever won it', () => {
  expect(victory(at(0), [0])).toBe('You win');
  expect(victory(at(0), [1])).toBe('Juno wins');
  expect(victory(at(0), [0, 2])).toBe('Shared victory: You and Wren');
});

test('at a screen that several share, and to onlookers, everybody has a name', () => {
  for (const table of [at(0, 1), at()]) {
    expect(victory(table, [0])).toBe('Mira wins');
    expect(nameOrYou(table, 0)).toBe('Mira');
  }
});
