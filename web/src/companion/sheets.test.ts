import { expect, test, vi } from 'vitest';
import { api } from '../server/api';
import type { BirdieSheet, CuBirdsAnswer, CuBirdsSheet } from '../wire';
import { apart } from './names';
import { begin, Desk, shelf, type Answer } from './sheets.svelte';

const sheet = (...species: string[]): CuBirdsSheet => ({ game: 'cubirds', players: ['Ana', 'Ben'], birds: species.map((each) => ({ seat: 0, species: each })) });

test('of two windows that have not heard of each other none overwrites what was entered in the other', () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'sheet').mockReturnValue(new Promise(() => undefined));
  begin(sheet());
  const [one, other] = shelf().concat(shelf()).map((kept) => new Desk(kept)) as [Desk, Desk];
  vi.advanceTimersByTime(10);
  one.change(sheet('F'));
  other.change(sheet('O'));
  expect(shelf()[0]?.sheet).toEqual(sheet('F'));
  expect(other.sheet).toEqual(sheet('F'));
  vi.advanceTimersByTime(10);
  other.change(sheet('F', 'O'));
  one.undo();
  expect(shelf()[0]?.sheet).toEqual(sheet('F', 'O'));
  one.stop();
  other.stop();
  vi.useRealTimers();
});

test('a window that was asleep overwrites nothing with an answer that it waited for', async () => {
  vi.useFakeTimers();
  const first = begin(sheet('F'));
  let answer = (_: CuBirdsAnswer): void => undefined;
  const late = new Promise<CuBirdsAnswer>((resolve) => (answer = resolve));
  vi.spyOn(api, 'sheet').mockReturnValueOnce(late).mockReturnValue(new Promise(() => undefined));
  const [asleep, awake] = [new Desk(first), new Desk(first)];
  asleep.ask();
  vi.advanceTimersByTime(10);
  awake.change(sheet('F', 'O'));
  answer({ game: 'cubirds', over: false } as CuBirdsAnswer);
  await late;
  await Promise.resolve();
  expect(shelf()[0]?.sheet).toEqual(sheet('F', 'O'));
  expect(asleep.sheet).toEqual(sheet('F', 'O'));
  asleep.stop();
  awake.stop();
  vi.useRealTimers();
});

test('a row that was corrected is settled again, and its next change is tried first too', async () => {
  vi.useFakeTimers();
  const settled = { row: 'Rs Ra', cuts: [], by_season: [], spent: {}, steps: [] };
  const birdie = (row: string): BirdieSheet => ({ game: 'birdie', players: ['Ana', 'Ben'], rounds: [{ order: [0, 1], scorings: [{ row, settled: row === settled.row ? settled : null }, null] }] });
  const scored = (row: string): Answer => ({ game: 'birdie', over: false, winners: [], rounds: [[{ proposal: { ...settled, row } }, null]] }) as unknown as Answer;
  vi.spyOn(api, 'sheet').mockImplementation(({ sheet }) => Promise.resolve(scored((sheet as BirdieSheet).rounds?.[0]?.scorings?.[0]?.row ?? '')));
  const desk = new Desk(begin(birdie('Rs Ra')));
  desk.open = '0 0';
  desk.change(birdie('Rs Ra Ru'), true);
  expect(desk.corrects).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  desk.take();
  expect(desk.corrects).toBe(false);
  expect((desk.sheet as BirdieSheet).rounds?.[0]?.scorings?.[0]?.settled?.row).toBe('Rs Ra Ru');
  desk.change(birdie('Rs Ra Ru Rw'), true);
  expect(desk.corrects).toBe(true);
  desk.stop();
  vi.useRealTimers();
});

test('players with the same name are told apart', () => {
  expect(apart(['Ana', 'Ben', 'Ana'])).toEqual(['Ana', 'Ben', 'Ana 3']);
});
