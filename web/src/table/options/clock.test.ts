import { expect, test } from 'vitest';
import { adopt } from '../../page/i18n.svelte';
import { clockWords, timeLeft, zeroWords } from './clock';

test('a clock in words', () => {
  adopt('en', {});
  expect([
    clockWords({ kind: 'none' }), clockWords({ kind: 'turn', seconds: 90 }), clockWords({ kind: 'days', seconds: 259_200 }),
    clockWords({ kind: 'total', seconds: 900, increment: 10 }),
  ]).toEqual(['No clock', '90 seconds for every turn', '3 days for every turn', '15 minutes for the match, 10 seconds more for every play']);
  adopt('ru', {});
  expect(clockWords({ kind: 'turn', seconds: 60 })).toContain('1 минута');
  adopt('en', {});
});

test('what happens at zero is said where there is a clock', () => {
  expect(zeroWords({ kind: 'none', forfeit: true })).toBe('');
  expect([zeroWords({ kind: 'turn', forfeit: true }), zeroWords({ kind: 'turn' })]).toEqual(['At zero a player loses the match.', 'At zero a bot plays on; the player can come back.']);
});

test('only the clock of the seat to move goes, once its patience is used up', () => {
  const clocks = { left: [80_000, 90_000], running: 0, waits: true, patience: 30_000 };
  expect([timeLeft(clocks, 0, 20_000), timeLeft(clocks, 0, 45_000), timeLeft(clocks, 1, 45_000), timeLeft(clocks, 0, 999_000)]).toEqual([80_000, 65_000, 90_000, 0]);
});
