import { expect, test } from 'vitest';
import { division } from './playback';

const row = 'Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww'.split(' ');

test('marked sets are found in the row they were marked in', () => {
  const events = [
    { what: 'marked', place: 'robin', count: 4, at: 1 }, { what: 'marked', place: 'summer', count: 2, at: 5 },
    { what: 'marked', place: 'winter', count: 3, at: 7 }, { what: 'marked', place: 'winter', count: 2, at: 11 },
  ];
  expect(division(row, events).sets).toEqual([
    { start: 0, length: 4, trait: 'robin' }, { start: 4, length: 2, trait: 'summer' },
    { start: 6, length: 3, trait: 'winter' }, { start: 10, length: 2, trait: 'winter' },
  ]);
});

test('a card that Woodpecker moved and one that Robin brought are where they went', () => {
  const events = [
    { what: 'picked up', count: 10, cards: 'Ps' },
    { what: 'moved', count: 1, cards: 'Ps' },
    { what: 'inserted', count: 13, cards: 'Os' },
  ];
  expect(division(row, events).row.join(' ')).toBe('Ps Rs Ra Rs Ru Pu Ou Ww Pw Ow Rw Ww Os');
});
