import { beforeEach, expect, test, vi } from 'vitest';
import { declineLesson, finishLesson, keepPlays, keptPlays, notePlayed, offeredLesson } from './learnt';
import { settings } from '../settings.svelte';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  settings.last = {};
});

test('the first lesson of each game is offered before its first match', () => {
  expect(['birdie', 'cubirds', 'other'].map(offeredLesson)).toEqual(['birdie', 'cubirds', '']);
  settings.last['bots birdie'] = {};
  expect(['birdie', 'cubirds'].map(offeredLesson)).toEqual(['', 'cubirds']);
});

test('who has played at a table of others needs none', () => {
  notePlayed('birdie');
  expect(['birdie', 'cubirds'].map(offeredLesson)).toEqual(['', 'cubirds']);
});

test('whoever declines is not asked again, nor whoever has learnt it', () => {
  declineLesson('birdie');
  finishLesson('cubirds');
  expect(['birdie', 'cubirds'].map(offeredLesson)).toEqual(['', '']);
});

test('plays of a lesson are kept', () => {
  keepPlays('birdie', [[], ['take Rw']]);
  expect(keptPlays('birdie')).toEqual([[], ['take Rw']]);
});
