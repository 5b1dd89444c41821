import { expect, test } from 'vitest';
import { tell as tellBirdie } from '../../games/birdie/tell';
import { tell as tellCuBirds } from '../../games/cubirds/tell';
import { tell as tellPlain } from '../../games/plain/tell';
import { adopt } from '../../page/i18n.svelte';
import type { Event } from '../../wire';
import type { Tell } from './log';
import { seenBy } from './secret';
import { tellingWords } from './telling';

adopt('en', {});
const name = (seat: number): string => ['Ann', 'Ben'][seat] ?? '';
const words = (game: string, tell: Tell, events: Event[], reader: number): string[] => tell(events, name, reader).map((telling) => tellingWords(game, telling));

const drew: Event = { what: 'drew', seat: 0, count: 1, secret: 'R' };

test('what only a seat may know stays with it', () => {
  expect(seenBy([drew], 0)).toEqual([drew]);
  for (const other of [1, -1]) expect(seenBy([drew], other)).toEqual([{ what: 'drew', seat: 0, count: 1 }]);
  expect(seenBy([{ what: 'dealt', seat: -1, secret: 'R' }], -1)).toEqual([{ what: 'dealt', seat: -1 }]);
});

test('CuBirds: cards that are drawn or dealt are named to their owner only', () => {
  const events: Event[] = [drew, { ...drew, secret: 'D' }];
  expect(words('cubirds', tellCuBirds, events, 0)).toEqual(['You draw robin and duck']);
  for (const other of [1, -1]) expect(words('cubirds', tellCuBirds, events, other)).toEqual(['Ann draws 2 cards']);
  expect(words('cubirds', tellCuBirds, [{ ...drew, what: 'dealt' }], 0)).toEqual(['You are dealt robin']);
  for (const other of [1, -1]) expect(words('cubirds', tellCuBirds, [{ ...drew, what: 'dealt' }], other)).toEqual([]);
});

test('Birdie: the opening hand and the order of the pile are told to their owner only', () => {
  const dealt: Event = { what: 'dealt', seat: 0, count: 1, secret: 'Rs' };
  const stacked: Event = { what: 'stacked', seat: 0, cards: 'Ws Ou', count: 1, secret: 'Ws Pa Ou' };
  expect(words('birdie', tellBirdie, [dealt, stacked], 0)).toEqual(['Your opening hand: robin, spring', 'You put woodpecker, spring; pigeon, autumn; owl, summer on your pile']);
  for (const other of [1, -1]) {
    expect(words('birdie', tellBirdie, [dealt, stacked], other)).toEqual(['Ann puts woodpecker, spring; owl, summer and 1 hand card on the pile']);
  }
});

test('any game: a secret is told to its owner only', () => {
  expect(words('third', tellPlain, [drew], 0)).toEqual(['Ann: drew R']);
  for (const other of [1, -1]) expect(words('third', tellPlain, [drew], other)).toEqual(['Ann: drew 1']);
});
