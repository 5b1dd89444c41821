import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../page/signals/live.svelte';
import { api } from '../server/api';
import type { ChairAnswer, ChairTable } from '../wire';
import { beginChair, ChairDesk, chairs } from './chairs.svelte';

afterEach(() => vi.unstubAllGlobals());

test('a device without room for a table says so, and goes on with it', () => {
  const setItem = (): never => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  const { id } = beginChair({ game: 'birdie', players: ['Ana', 'Otis'], levels: ['', 'beginner'] }, true);
  expect(chairs().map((kept) => kept.id)).toEqual([id]);
  expect(live.notices.map((each) => each.text)).toEqual([expect.stringContaining('no room to keep this table')]);
});

const table: ChairTable = { game: 'birdie', players: ['Ana', 'Otis'], levels: ['', 'beginner'], options: {} };
const display = (taken: number, left: number): ChairAnswer => ({ taken, fault: '', wanted: { what: 'display', left } }) as unknown as ChairAnswer;

test('cards that are sure to follow are tapped before the first of them is answered, and none beyond them', () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'chair').mockReturnValue(new Promise(() => undefined));
  const first = { ...table, taps: ['starter 1'] };
  const desk = new ChairDesk({ ...beginChair(first, true), answer: display(1, 3), answered: `3 en ${JSON.stringify(first)}` });
  desk.ask();
  vi.advanceTimersByTime(1);
  expect([desk.waiting, desk.left]).toEqual([false, 3]);
  const left = ['deal Rs', 'deal Ow', 'deal Pu'].map((card) => {
    desk.tap(card);
    vi.advanceTimersByTime(1);
    return desk.left;
  });
  expect([desk.waiting, left]).toEqual([true, [2, 1, 0]]);
  expect(chairs()[0]?.table.taps).toEqual(['starter 1', 'deal Rs', 'deal Ow', 'deal Pu']);
  desk.remove(3);
  expect(desk.left).toBe(1);
  desk.remove(0);
  expect(desk.left).toBe(0); // what was answered is no longer so
  desk.stop();
  vi.useRealTimers();
});

test('a window that was asleep overwrites nothing with an answer that it waited for', async () => {
  vi.useFakeTimers();
  let answer = (_: ChairAnswer): void => undefined;
  const late = new Promise<ChairAnswer>((resolve) => (answer = resolve));
  vi.spyOn(api, 'chair').mockReturnValueOnce(late).mockReturnValue(new Promise(() => undefined));
  const first = beginChair({ ...table, taps: ['starter 1'] }, true);
  const [asleep, awake] = [new ChairDesk(first), new ChairDesk(first)];
  asleep.ask();
  vi.advanceTimersByTime(10);
  awake.tap('deal Rs');
  answer(display(1, 3));
  await late;
  await Promise.resolve();
  const taps = ['starter 1', 'deal Rs'];
  expect([chairs()[0]?.table.taps, asleep.taps]).toEqual([taps, taps]);
  asleep.stop();
  awake.stop();
  vi.useRealTimers();
});
