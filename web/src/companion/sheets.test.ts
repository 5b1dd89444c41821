import { expect, test, vi } from 'vitest';
import { api } from '../server/api';
import type { CuBirdsAnswer, CuBirdsSheet } from '../wire';
import { apart } from './names';
import { begin, Desk, shelf } from './sheets.svelte';

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

test('players with the same name are told apart', () => {
  expect(apart(['Ana', 'Ben', 'Ana'])).toEqual(['Ana', 'Ben', 'Ana 3']);
});
