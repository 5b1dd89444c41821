import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageTexts, takePageTexts } from './pagetexts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const keep = (texts: Record<string, unknown>): void => Object.entries(texts).forEach(([name, value]) => localStorage.setItem(`birdtable.${name}`, JSON.stringify(value)));
const bring = (texts: Record<string, unknown>): boolean => takePageTexts(Object.fromEntries(Object.entries(texts).map(([name, value]) => [`birdtable.${name}`, JSON.stringify(value)])));
const kept = (name: string): unknown => JSON.parse(localStorage.getItem(`birdtable.${name}`) ?? 'null');

test.each(['sheets', 'chairs'])('games of a file come to those that are here, and of the same game the later version stays: %s', (what) => {
  keep({ [what]: [{ id: 'mine', changed: 5 }, { id: 'old', changed: 1 }, { id: 'new', changed: 9 }] });
  bring({ [what]: [{ id: 'old', changed: 2 }, { id: 'new', changed: 8 }, { id: 'theirs', changed: 3 }] });
  expect(kept(what)).toEqual([{ id: 'mine', changed: 5 }, { id: 'new', changed: 9 }, { id: 'old', changed: 2 }, { id: 'theirs', changed: 3 }]);
});

test('so do players, puzzles and lessons; settings are those of the device', () => {
  keep({ players: { Ana: 'owl' }, puzzles: { row: { day1: 1 } }, 'lessons.done': ['birdie'], settings: { theme: 'dark' } });
  bring({ players: { Ana: 'robin', Ben: 'robin' }, puzzles: { row: { day1: 7, day2: 2 }, turn: { day1: 3 } }, 'lessons.done': ['cubirds'], settings: { theme: 'light' } });
  expect(kept('players')).toEqual({ Ana: 'owl', Ben: 'robin' });
  expect(kept('puzzles')).toEqual({ row: { day1: 1, day2: 2 }, turn: { day1: 3 } });
  expect(kept('lessons.done')).toEqual(['birdie', 'cubirds']);
  expect(kept('settings')).toEqual({ theme: 'dark' });
});

test('a device without anything takes everything of ours but the wish to keep it in an account', () => {
  localStorage.setItem('others', '1');
  bring({ sheets: [{ id: 'one', changed: 1 }], account: { person: 'p1' } });
  expect(Object.keys(pageTexts())).toEqual(['birdtable.sheets']);
});

test('what is damaged on one side leaves what is here, and keeps nobody from the rest', () => {
  localStorage.setItem('birdtable.sheets', '{');
  expect(bring({ sheets: [{ id: 'one', changed: 1 }], players: { Ana: 'owl' } })).toBe(true);
  expect(localStorage.getItem('birdtable.sheets')).toBe('{');
  expect(kept('players')).toEqual({ Ana: 'owl' });
});

test('a device without room says so', () => {
  const setItem = (): never => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  expect(bring({ sheets: [{ id: 'one', changed: 1 }] })).toBe(false);
});
