import { expect, test } from 'vitest';
import { keepOrder, keepPlaces } from './places';

test('cards that stay keep their places, and a new one takes the hole', () => {
  expect(keepPlaces(['Rs', 'Pu', 'Ow', 'Ra'], ['Ow', 'Ra', 'Rs', 'Ws'], 4)).toEqual(['Rs', 'Ws', 'Ow', 'Ra']);
});

test('of two copies one can go and the other stays', () => {
  expect(keepPlaces(['Rs', 'Rs', 'Ow', 'Ra'], ['Ow', 'Ra', 'Rs', 'Wu'], 4)).toEqual(['Rs', 'Wu', 'Ow', 'Ra']);
});

test('a hole stays a hole when nothing comes to fill it', () => {
  expect(keepPlaces(['Rs', 'Pu', 'Ow', 'Ra'], ['Rs', 'Ra'], 4)).toEqual(['Rs', null, null, 'Ra']);
});

test('a fresh display is laid out from the left', () => {
  expect(keepPlaces([], ['Rs', 'Ra'], 4)).toEqual(['Rs', 'Ra', null, null]);
});

test('new cards come to the end of the hand', () => {
  expect(keepOrder(['Rw', 'Os', 'Ww'], ['Os', 'Pu', 'Rw', 'Ww'])).toEqual(['Rw', 'Os', 'Ww', 'Pu']);
  expect(keepOrder(['Rw', 'Rw', 'Os'], ['Rw', 'Os'])).toEqual(['Rw', 'Os']);
});
