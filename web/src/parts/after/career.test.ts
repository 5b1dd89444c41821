import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { adopt } from '../../page/i18n.svelte';
import { api } from '../../server/api';
import type { Career as Told, CareerNews } from '../../wire';
import Career from './Career.svelte';

const measure = (mean: number): Told['skill'] => ({ mean, low: mean - 0.1, high: mean + 0.1 });
const told: Told = {
  matches: 7, skill: measure(-0.05), luck: measure(0.02),
  spans: [{ matches: 5, skill: measure(-0.1), luck: measure(0) }, { matches: 2, skill: { mean: 0.08 }, luck: { mean: 0.07 } }],
  losses: [{ area: 'Flocks', lost: measure(0.12) }],
  against: [{ who: 'person', matches: 7, result: measure(0.5) }],
};

async function* lines(...news: CareerNews[]): AsyncGenerator<CareerNews> {
  yield* await Promise.resolve(news);
}
async function shown(...news: CareerNews[]): Promise<string[]> {
  adopt('en', {});
  vi.spyOn(api, 'career').mockReturnValue(lines(...news));
  const app = mount(Career, { target: document.body, props: { game: 'cubirds' } });
  for (let i = 0; i < 20; i += 1) await tick();
  flushSync();
  const words = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const rows = [...document.querySelectorAll('tr, p')].map((row) => (row.tagName === 'P' ? words(row) : [...row.children].map(words).join(' | ')));
  await unmount(app);
  return rows;
}
afterEach(() => vi.restoreAllMocks());

test('skill and luck are told for all matches and for each stretch, then losses and opponents', async () => {
  expect(await shown({ done: 0, matches: 7 }, { done: 7, matches: 7, career: told })).toEqual([
    'Matches | Your decisions | Luck of the cards', '7 | −5 % −15 % to +5 % | +2 % −8 % to +12 %', '1–5 | −10 % −20 % to ±0 % | ±0 % −10 % to +10 %', '6–7 | +8 % | +7 %',
    ' | Lost in each match', 'Flocks | 12 % 2 % to 22 %',
    'Victories against | Result', 'People (7) | 50 % 40 % to 60 %',
  ]);
});

test('what could not be finished is said so', async () => {
  expect(await shown({ done: 1, matches: 7 })).toEqual(['The review could not be finished. Try again in a moment.']);
});
