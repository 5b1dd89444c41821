/** What the page says aloud: sentences for screen readers, and short notices that everybody sees. */
import { upper } from '../i18n.svelte';

export interface Notice {
  key: number;
  text: string;
  clause?: string;
  /** Where it leads to; then it stays until it is closed. */
  address?: string;
  tone: 'plain' | 'berry' | 'leaf';
}

export const live = $state({ polite: '', assertive: '', notices: [] as Notice[] });
let count = 0;

/** One sentence, read when the screen reader is free; `now` interrupts (your turn, lost connection). */
export function say(text: string, now = false): void {
  // A repeated sentence must change the node, or it is not read again.
  const mark = (count += 1) % 2 ? '\u00a0' : '';
  if (now) live.assertive = text + mark;
  else live.polite = text + mark;
}

export function notice(said: string, options: Partial<Pick<Notice, 'clause' | 'address' | 'tone'>> = {}): void {
  const key = (count += 1);
  const text = upper(said);
  // What is still to be read is not said twice.
  live.notices = [...live.notices.filter((each) => each.text !== text).slice(-2), { key, text, tone: 'plain', ...options }];
  say(options.clause ? `${text} ${options.clause}` : text);
  if (!options.address) setTimeout(() => dismiss(key), 6000);
}

/** What the server refused, with the way to its rule where one was broken. */
export function refusal(error: { words: string; problem: { clause: string } }): void {
  notice(error.words, { tone: 'berry', clause: error.problem.clause || undefined });
}

/** Takes back all that was said, because somebody else comes to the screen. */
export function hush(): void {
  live.polite = '';
  live.assertive = '';
  live.notices = [];
}

export function dismiss(key: number): void {
  live.notices = live.notices.filter((n) => n.key !== key);
}
