import { expect, test } from 'vitest';
import type { Verdict } from './shuffle';
import { verdictWords } from './words';

const fair: Verdict = { fault: '', trusting: false, attempts: 1, silent: [], leftOut: false, carried: 0 };
const words = (found: Partial<Verdict>): string => verdictWords({ ...fair, ...found }, (seat) => ['Mira', 'Tomás', 'June'][seat] ?? '');

test('a fair shuffle is said to be fair, and nothing else', () => {
  expect(words({})).toBe('The shuffle was fair: every card came from the sealed secret.');
});

test('attempts, and who had no part in it, are told', () => {
  expect(words({ attempts: 3, silent: [1, 2] })).toMatch(/fair.* It took 3 attempts\. No part in it: Tomás(,| and) June\.$/);
});

test('who gave bytes that were not used is told so', () => {
  expect(words({ leftOut: true })).toContain('What this device contributed was not used.');
});

test('what rests on the word of the server, or of another table, is told', () => {
  expect(words({ trusting: true })).toMatch(/fair.* partly the server’s word/);
  expect(words({ carried: 2 })).toContain('The first 2 cards were drawn at another table');
});

test.each(['seal', 'entropy', 'draws', 'cards', 'odds'] as const)('a shuffle with a fault is never called fair: %s', (fault) => {
  expect(words({ fault, trusting: true, carried: 2 })).not.toMatch(/fair|partly|another table/);
});
