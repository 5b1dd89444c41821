import { expect, test } from 'vitest';
import { adopt, form, t, tn } from '../../page/i18n.svelte';
import { bundles } from '../../cards/cards';
import type { TableKit } from '../../games/game';
import { playWords, reasonWords, tellingWords } from './telling';

test('cards of a kind are told together', () => {
  expect(bundles(['Rs', 'Pu', 'Rs'])).toEqual([['Rs', 2], ['Pu', 1]]);
});

test('a telling has words for those who cannot see the pictures', () => {
  adopt('en', {});
  expect(tellingWords('birdie', { id: '{name} takes {cards}', params: { name: 'Mira', cards: ['Rs', 'Rs'] } })).toBe(
    'Mira takes 2 × robin, spring',
  );
});

test('that a play is at its end goes without saying, unless it is all there is', () => {
  const kit = { stepWords: (step: string) => step.toUpperCase() } as TableKit;
  expect(['stack Ou, stack Pu, end', 'lay D 1 left, draw', 'end'].map((steps) => playWords(kit, steps))).toEqual(['STACK OU; STACK PU', 'LAY D 1 LEFT; DRAW', 'END']);
});

test('Russian counts in three forms', () => {
  expect([1, 21, 2, 24, 5, 11, 12, 14, 0, 111].map((n) => form('ru', n))).toEqual([0, 0, 1, 1, 2, 2, 2, 2, 2, 2]);
  adopt('ru', { '{n} card': ['{n} карта', '{n} карты', '{n} карт'] });
  expect([1, 3, 7].map((n) => tn('{n} card', '{n} cards', n))).toEqual(['1 карта', '3 карты', '7 карт']);
});

test('a missing text falls back to English', () => {
  adopt('ru', {});
  expect(t('Hello {name}', { name: 'Mira' })).toBe('Hello Mira');
});

test('a claim counts in the language of the page and says who', () => {
  adopt('ru', { '{name}: {count} point': ['{name}: {count} очко', '{name}: {count} очка', '{name}: {count} очков'] });
  const kit = { detail: (_: string, value: string) => value } as TableKit;
  const said = [1, 3, 6].map((count) => reasonWords(kit, '{name}: {count} point', { count, name: 'Mira' }, '{name}: {count} points'));
  expect(said).toEqual(['Mira: 1 очко', 'Mira: 3 очка', 'Mira: 6 очков']);
});
