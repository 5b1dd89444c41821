import { beforeEach, expect, test, vi } from 'vitest';
import { streak, triesAt } from '../page/progress/puzzled';
import type { PuzzleAnswer, PuzzleDays } from '../wire';
import { puzzles } from './api';
import { Puzzle } from './line.svelte';

beforeEach(() => localStorage.clear());

test.each([
  ['2026-11-18', 1],
  ['2026-11-19', 0],
])('a puzzle is solved on the day on which it is solved, however long the page was open: %s', async (now, days) => {
  const puzzle = new Puzzle('birdie-row', '2026-11-18', '2026-11-18');
  vi.spyOn(puzzles, 'attempt').mockResolvedValue({ answer: { right: true } as PuzzleAnswer, refused: null });
  vi.spyOn(puzzles, 'days').mockResolvedValue({ today: now } as PuzzleDays);
  await puzzle.ask({ type: 'play', after: 0, steps: ['done'] });
  expect(triesAt('birdie-row', '2026-11-18')?.on).toBe(now);
  expect(streak('birdie-row', now)).toBe(days);
});

test('a server that does not answer any more takes nothing away', async () => {
  const puzzle = new Puzzle('birdie-row', '2026-11-18', '2026-11-18');
  vi.spyOn(puzzles, 'attempt').mockResolvedValue({ answer: { right: true } as PuzzleAnswer, refused: null });
  vi.spyOn(puzzles, 'days').mockRejectedValue(new Error('nobody answers'));
  await puzzle.ask({ type: 'play', after: 0, steps: ['done'] });
  expect(triesAt('birdie-row', '2026-11-18')?.on).toBe('2026-11-18');
});
