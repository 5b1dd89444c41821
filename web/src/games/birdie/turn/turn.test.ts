import { expect, test } from 'vitest';
import { advisedPlaces, move, stepsOf, takeStep, type Pick } from './turn';

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

test('of equal cards a hint marks as many as it advises, not those that are picked already', () => {
  const cards = ['Rs', 'Pu', 'Rs', null];
  expect([...advisedPlaces('display', cards, ['stack Rs', 'stack Pu', 'add Rs', 'end'], [])]).toEqual([0, 1]);
  expect([...advisedPlaces('display', cards, ['stack Rs'], [pick('display', 'Rs')])]).toEqual([2]);
  expect([...advisedPlaces('hand', ['Ow', 'Rs'], ['stack Rs', 'add Rs'], [])]).toEqual([1]);
});
