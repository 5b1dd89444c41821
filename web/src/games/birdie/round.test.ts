import { expect, test } from 'vitest';
import type { Entry } from '../../table/table.svelte';
import type { BirdieView } from '../../views';
import type { Event } from '../../wire';
import { lastScoring } from './scoring/playback';
import { lastRound } from './round';

const log = (...events: Event[]): Entry[] => [{ number: 1, what: 'played', seat: 0, events, withdrawn: false }];
const round: Event[] = [
  { what: 'started', seat: 0, count: 1 },
  { what: 'passed', seat: 1, points: 2 }, { what: 'could only pass', seat: 0 }, { what: 'passed', seat: 0, points: 0 },
  { what: 'turned over', seat: 1, cards: 'Rs Ra' }, { what: 'won trophy', seat: 1, place: 'robin', other: -2 }, { what: 'scored', seat: 1 },
  { what: 'turned over', seat: 0, cards: 'Ru Rw Ws' }, { what: 'inserted', seat: 0, cards: 'Os', count: 4 },
  { what: 'won trophy', seat: 0, place: 'robin', other: 1 }, { what: 'won trophy', seat: 0, place: 'owl', other: 0 }, { what: 'scored', seat: 0 },
  { what: 'round ended', count: 1 }, { what: 'started', seat: 0, count: 2 }, { what: 'dealt', seat: 0, count: 1 },
];

test('a round is told by who passed when, their rows, and the trophies that have another holder', () => {
  expect(lastRound(log(...round))).toEqual({
    round: 1, empty: true, starter: 0,
    players: [{ seat: 1, points: 2, row: ['Rs', 'Ra'] }, { seat: 0, points: 0, row: ['Ru', 'Rw', 'Ws'] }],
    trophies: [{ bird: 'robin', from: -2, to: 0 }],
  });
});

test('of a log that begins late the rows are those of the table', () => {
  const before = { passed: [1, 0], boards: [{ passes: [0] }, { passes: [2] }], played: [{ row: ['Ru'] }, { row: ['Rs', 'Ra'] }] } as unknown as BirdieView;
  expect(lastRound(log(...round.slice(8)), before)?.players).toEqual([{ seat: 1, points: 2, row: ['Rs', 'Ra'] }, { seat: 0, points: 0, row: ['Ru'] }]);
});

test('a finished scoring is shown with the row as it was turned over and changed', () => {
  const before = { boards: [{ flaps: 1 }, { flaps: 0 }], row: ['Ru'] } as unknown as BirdieView;
  const found = lastScoring(before, log(...round));
  expect([found?.seat, found?.row, found?.board.flaps]).toEqual([0, ['Ru', 'Rw', 'Ws', 'Os'], 1]);
});
