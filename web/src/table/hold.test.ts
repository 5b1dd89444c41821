import { beforeEach, expect, test } from 'vitest';
import { adopt } from '../page/i18n.svelte';
import { settings } from '../page/settings.svelte';
import { kit as birdie } from '../games/birdie/kit';
import { kit as cubirds } from '../games/cubirds/kit';
import type { Event, Position } from '../wire';
import { pausesFor } from './hold';

adopt('en', {});
beforeEach(() => (settings.goOn = false));

const position = (events: Event[], fields: Partial<Position> = {}): Position =>
  ({ seat: 0, seats: [0], to_move: 1, outcome: null, legal: [], news: [{ number: 3, what: 'played', at: 0, seat: 1, events }], ...fields } as unknown as Position);
const scored = (seat: number): Event[] => [{ what: 'wrote', seat, place: 'owl', points: 3 }, { what: 'scored', seat }];
const ended: Event = { what: 'round ended', count: 1 };

test('what others score waits for a word, what I score does not', () => {
  expect(pausesFor(position(scored(1)), birdie)).toEqual([{ what: 'scoring', ms: undefined }]);
  expect(pausesFor(position(scored(0)), birdie)[0]?.ms).toBeGreaterThan(0);
});

test('at a shared device everything that is scored waits', () => {
  expect(pausesFor(position(scored(0), { seats: [0, 1] }), birdie)).toEqual([{ what: 'scoring', ms: undefined }]);
});

test('it can be told to go on by itself', () => {
  settings.goOn = true;
  expect(pausesFor(position([...scored(1), ended]), birdie)).toEqual([{ what: 'scoring', ms: 5000 }, { what: 'round', ms: 5000 }]);
});

test('between two rounds one stops, at the end of the match one does not', () => {
  for (const kit of [birdie, cubirds]) expect(pausesFor(position([ended]), kit)).toEqual([{ what: 'round', ms: undefined }]);
  const over = { outcome: { points: [1, 2], winners: [1], clause: '' } };
  expect(pausesFor(position([ended], over), cubirds)).toEqual([{ what: 'turn', ms: 550 }]);
});

test('in a lesson nothing waits for a word', () => {
  const pauses = pausesFor(position([...scored(1), ended]), birdie, true);
  expect(pauses.map(({ what, ms }) => [what, ms !== undefined])).toEqual([['scoring', true]]);
});

test('cards that I drew at a shared device are shown before my turn ends', () => {
  const drew: Event[] = [{ what: 'drew', seat: 0, count: 1, secret: 'R' }];
  const after = (legal: string[], seats: number[], seat = 0) => pausesFor(position(drew, { legal, seats, seat, to_move: 0 }), cubirds).map(({ what }) => what);
  expect(after(['end'], [0, 1])).toEqual(['drawn']);
  expect(after(['flock R', 'end'], [0, 1])).toEqual(['turn']);
  expect(after(['end'], [0])).toEqual(['turn']);
  expect(after([], [0, 1], -1)).toEqual(['turn']);
});
