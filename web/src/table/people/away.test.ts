import { expect, test } from 'vitest';
import { adopt } from '../../page/i18n.svelte';
import type { TableInfo } from '../../wire';
import { awayFor, awayText, missedSeat } from './away';

adopt('en', {});
const NOW = 10_000_000;
const seat = (player: 'person' | 'bot', stand_in = false) => ({ player, stand_in });
const info = { phase: 'playing', seats: [seat('person'), seat('person'), seat('bot'), seat('person', true)] } as unknown as TableInfo;
const around = (seats: number[], seconds: number[], to_move = 1) => ({
  info, here: { seats, onlookers: 0, since: seconds.map((each) => NOW - each * 1000) }, position: { to_move } as never,
});

test('only people who are not connected are away, and longer as time passes', () => {
  const table = around([0], [0, 150, 0, 500]);
  expect([0, 1, 2, 3].map((place) => awayFor(table, place, NOW))).toEqual([0, 150_000, 0, 0]);
  expect(awayFor(table, 1, NOW + 30_000)).toBe(180_000);
});

test('before the server has said who is here nobody is away, and who has just left is', () => {
  expect(awayFor(around([], []), 1, NOW)).toBe(0);
  expect(awayFor(around([0], [0, 0]), 1, NOW)).toBe(1);
});

test('an absence is told in whole minutes, later in hours', () => {
  expect([59_999, 60_000, 179_000, 7_300_000].map((ms) => awayText(ms))).toEqual(['', '1 minute', '2 minutes', '2 hours']);
  expect(awayText(179_000, 'short')).toBe('2 min');
});

test('a match misses who has been away for a minute and is to move', () => {
  expect(missedSeat(around([0], [0, 60]), NOW)).toBe(1);
  expect(missedSeat(around([0], [0, 59]), NOW)).toBe(-1);
  expect(missedSeat(around([0], [0, 60], 0), NOW)).toBe(-1);
  expect(missedSeat({ ...around([0], [0, 60]), info: { ...info, phase: 'over' } }, NOW)).toBe(-1);
});
