import { expect, test } from 'vitest';
import { layOf, layStep, preview } from './preview';
import { groups } from './flocks';

test('two parrots left of F O P: the parrots will lie there, flamingo and owl will be taken (C7.1)', () => {
  const lay = layOf([
    { what: 'laid', seat: 0, cards: 'PP', count: 2, place: '2 left' },
    { what: 'took', seat: 0, cards: 'FO', count: 2 },
  ]);
  expect(lay).toEqual({ row: 1, side: 'left', laid: ['P', 'P'], taken: 2 });
  expect(preview(['F', 'O', 'P'], lay).map((s) => s.card + (s.ghost ? '+' : s.takes ? '-' : ''))).toEqual(['P+', 'P+', 'F-', 'O-', 'P']);
});

test('at the right end it is the mirror image', () => {
  const lay = layOf([
    { what: 'laid', seat: 0, cards: 'F', count: 1, place: '4 right' },
    { what: 'took', seat: 0, cards: 'OP', count: 2 },
  ]);
  expect(preview(['F', 'O', 'P'], lay).map((s) => s.card + (s.ghost ? '+' : s.takes ? '-' : ''))).toEqual(['F', 'O-', 'P-', 'F+']);
});

test('a step lays all birds of its species, before it is known what they take', () => {
  expect(layStep('lay P 2 right', ['F', 'P', 'P'])).toEqual({ row: 1, side: 'right', laid: ['P', 'P'], taken: 0 });
  expect(layStep('draw', ['F'])).toBeUndefined();
  expect(layStep(undefined, ['F'])).toBeUndefined();
});

test('a hand is grouped by species', () => {
  expect(groups(['W', 'P', 'F', 'P'])).toEqual([{ card: 'F', n: 1 }, { card: 'P', n: 2 }, { card: 'W', n: 1 }]);
});
