import { expect, test } from 'vitest';
import { move, stepsOf, takeStep, type Pick } from './turn';

const pick = (zone: Pick['zone'], card: string): Pick => ({ zone, card, index: 0 });

test('picked cards become steps in the order of the picks', () => {
  expect(stepsOf([pick('display', 'Rs'), pick('hand', 'Ow'), pick('display', 'Pu')])).toEqual(['stack Rs', 'add Ow', 'stack Pu']);
});

test('one display card alone can go to the hand, if that is legal', () => {
  expect(takeStep([pick('display', 'Rs')], ['take Rs', 'pass'])).toBe('take Rs');
  expect(takeStep([pick('display', 'Rs')], ['pass'])).toBeUndefined();
  expect(takeStep([pick('hand', 'Rs')], ['take Rs'])).toBeUndefined();
  expect(takeStep([pick('display', 'Rs'), pick('hand', 'Ow')], ['take Rs'])).toBeUndefined();
});

test('a card moves in the order', () => {
  expect(move(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});
