import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { adopt } from '../page/i18n.svelte';
import type { ChairAnswer } from '../wire';
import BotTurn from './BotTurn.svelte';
import type { ChairDesk, Tap } from './chairs.svelte';

const answer = (legal: string[], amid: boolean): ChairAnswer => ({ wanted: { legal, amid }, play: ['pass'], says: ['Otis passes'], fault: 'x' }) as unknown as ChairAnswer;
let app: object | undefined;
afterEach(() => app && unmount(app));

test('what a bot did is entered once, however fast somebody taps, and the next turn begins anew', async () => {
  adopt('en', {});
  const taps: Tap[] = [];
  const tryTap = (tap: string): Promise<ChairAnswer> => Promise.resolve(answer(['stack Pu'], !tap.includes(',')));
  const desk = { table: { game: 'birdie' }, waiting: false, kept: { open: true }, tryTap, tap: (tap: Tap) => taps.push(tap) };
  app = mount(BotTurn, { target: document.body, props: { desk: desk as unknown as ChairDesk, answer: answer(['stack Rs', 'pass'], false), who: 'Otis' } });
  flushSync();
  const steps = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.flow button')];
  for (let step = 0; step < 2; step += 1) {
    const first = steps()[0];
    first?.click();
    first?.click();
    for (let n = 0; n < 5; n += 1) await tick();
    flushSync();
  }
  expect(taps).toEqual(['stack Rs, stack Pu']);
  expect(steps().length).toBe(2);
});
