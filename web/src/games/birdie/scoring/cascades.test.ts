import { expect, test } from 'vitest';
import { cascadesIn } from './cascades';

test('each removal is told with the sets that met by it (B10.3)', () => {
  const events = [
    { what: 'removed', cards: 'Ra', count: 7 }, { what: 'set taken', place: 'spring', count: 5 }, { what: 'wrote', place: 'spring', points: 5 },
    { what: 'flapped', count: 1 }, { what: 'set taken', place: 'pigeon', count: 4 }, { what: 'dropped', place: 'pigeon', count: 4 },
    { what: 'removed', cards: 'Ow', count: 1 },
  ];
  expect(cascadesIn(events)).toEqual([
    { card: 'Ra', sets: [{ trait: 'spring', count: 5, fate: 'wrote' }, { trait: 'pigeon', count: 4, fate: 'dropped' }] },
    { card: 'Ow', sets: [] },
  ]);
});
