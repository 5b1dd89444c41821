import { expect, test } from 'vitest';
import { roundEnd } from './round';

test('the end of a round is told by who had no cards left and what the others discarded', () => {
  const events = [
    { what: 'laid', seat: 2, cards: 'P', place: '1 left' }, { what: 'ended', seat: 2 }, { what: 'round ended', seat: 2 },
    { what: 'hand discarded', seat: 0, cards: 'FFO' }, { what: 'hand discarded', seat: 1, cards: 'M' }, { what: 'reshuffled', count: 31 },
  ];
  expect(roundEnd(events)).toEqual({ seat: 2, discarded: new Map([[0, ['F', 'F', 'O']], [1, ['M']]]), reshuffled: 31 });
  expect(roundEnd(events.slice(0, 2))).toBeUndefined();
});
