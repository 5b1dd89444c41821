import { beforeEach, expect, test } from 'vitest';
import { dayAt, daysBetween, keepTries, squares, streak, triesAt } from './puzzled';

beforeEach(() => localStorage.clear());

const solve = (day: string, on = day): void => keepTries('birdie-row', day, { tries: 1, right: true, on });

test('a streak is of days solved on the day, up to today or yesterday', () => {
  for (const day of ['2026-02-27', '2026-02-28', '2026-03-01']) solve(day);
  expect(streak('birdie-row', '2026-03-01')).toBe(3);
  expect(streak('birdie-row', '2026-03-02')).toBe(3);
  expect(streak('birdie-row', '2026-03-03')).toBe(0);
  expect(streak('cubirds-turn', '2026-03-01')).toBe(0);
});

test('a puzzle of the archive does not mend a streak', () => {
  solve('2026-02-27');
  solve('2026-02-28', '2026-03-01');
  solve('2026-03-01');
  expect(streak('birdie-row', '2026-03-01')).toBe(1);
});

test('what is shared tells how many tries it took and nothing else', () => {
  expect(squares({ tries: 3, right: true })).toBe('⬜⬜🟩');
  expect(squares({ tries: 2, right: false, shown: true })).toBe('⬜⬜');
  expect(squares({ tries: 99, right: true })).toBe(`${'⬜'.repeat(12)}🟩`);
});

test('days are those of UTC, the last one first', () => {
  expect(dayAt(Date.UTC(2026, 10, 18, 23, 59))).toBe('2026-11-18');
  expect(daysBetween('2026-10-30', '2026-11-01')).toEqual(['2026-11-01', '2026-10-31', '2026-10-30']);
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([]);
});

test('what was damaged counts as nothing', () => {
  localStorage.setItem('birdtable.puzzles', '{');
  expect(triesAt('birdie-row', '2026-03-01')).toBeUndefined();
  localStorage.setItem('birdtable.puzzles', 'null');
  solve('2026-03-01');
  expect(triesAt('birdie-row', '2026-03-01')?.right).toBe(true);
});
