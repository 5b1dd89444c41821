import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../page/signals/live.svelte';
import { beginChair, chairs } from './chairs.svelte';

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
