import { expect, test } from 'vitest';
import { moves as birdie } from '../../games/birdie/moves';
import { moves as cubirds } from '../../games/cubirds/moves';
import { adopt } from '../../page/i18n.svelte';
import type { Event } from '../../wire';
import { lastTurn } from './moves';
import type { Entry } from '../table.svelte';

adopt('en', {});
const play = (seat: number, ...events: Event[]): Entry => ({ number: 0, what: 'played', seat, events: events.map((event) => ({ seat, ...event })), withdrawn: false });

test('the last play of each, and which is the newest', () => {
  const log = [
    play(1, { what: 'took', cards: 'Rs' }), play(2, { what: 'stacked', cards: 'Ou Pa', count: 2 }, { what: 'refilled', seat: -2, cards: 'Ws' }),
    { ...play(1, { what: 'passed', points: 4 }), withdrawn: true },
  ];
  expect(lastTurn(log, 1, birdie)).toEqual({ moves: [{ text: 'to the hand', cards: ['Rs'] }], newest: false });
  expect(lastTurn(log, 2, birdie)).toEqual({ moves: [{ text: 'to the pile, with 2 hand cards', cards: ['Ou', 'Pa'] }], newest: true });
  expect(lastTurn(log, 3, birdie)).toBeUndefined();
});

test('a turn that chance interrupts is told as a whole', () => {
  const log = [
    play(0, { what: 'laid', cards: 'M', place: '1 left' }, { what: 'ended' }),
    play(1, { what: 'laid', cards: 'PP', place: '2 right' }, { what: 'drew', count: 1 }, { what: 'drew', count: 1 }),
    play(1, { what: 'flocked', cards: 'OOO' }, { what: 'ended' }),
  ];
  expect(lastTurn(log, 1, cubirds)?.moves).toEqual([
    { text: 'right of row 2', cards: ['P', 'P'] }, { text: 'as a flock', cards: ['O', 'O', 'O'] }, { text: '2 cards drawn', cards: [] },
  ]);
});

test('what was done in the round before is not shown in the next', () => {
  const log = [play(1, { what: 'passed', points: 4 }), play(0, { what: 'scored' }, { what: 'round ended', seat: -2, count: 1 }, { what: 'started', seat: 1, count: 2 })];
  expect(lastTurn(log, 1, birdie)).toBeUndefined();
});
