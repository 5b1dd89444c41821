/** How far this person has come with lessons, and whether they want any. Kept in the browser only. */
import { gameOf } from '../../games';
import { settings } from '../settings.svelte';

const KEY = 'birdtable.lesson.';
const DONE = 'birdtable.lessons.done';

function read<T>(key: string): T[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as T[];
  } catch {
    return [];
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then the lesson begins anew next time.
  }
}

export const keptPlays = (name: string): string[][] => read(KEY + name);
export const keepPlays = (name: string, plays: string[][]): void => write(KEY + name, plays);
export const finishedLessons = (): string[] => read(DONE);
export const finishLesson = (name: string): void => write(DONE, [...new Set([...finishedLessons(), name])]);

/** The first lesson of a game for somebody who has neither played the game nor learnt it nor declined to; empty: none. */
export function offeredLesson(game: string): string {
  const [first = ''] = Object.keys(gameOf(game).lessons);
  const known = ['lesson', 'played', 'bots', 'device', 'friends'].some((what) => settings.last[`${what} ${game}`]);
  return known || finishedLessons().includes(first) ? '' : first;
}

/** At whoever's table. */
export function notePlayed(game: string): void {
  settings.last[`played ${game}`] = true;
}

export function declineLesson(game: string): void {
  settings.last[`lesson ${game}`] = 'declined';
}
