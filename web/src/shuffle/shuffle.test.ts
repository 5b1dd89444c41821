import { expect, test } from 'vitest';
import type { Shuffle } from '../wire';
import { fromHex, toHex } from './sha256';
import { fault, pick, recordFault, sealOf, shuffleKey } from './shuffle';

// The vectors of docs/shuffle.md.
const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
const mira = fromHex('ab'.repeat(32));
const key = shuffleKey(secret, 'k3xw8fq2m', [mira, new Uint8Array()]);

test('the key and the draws are those of the documented vectors', () => {
  expect(toHex(key)).toBe('315534bf96fa0c1448f5363c2737331ae2ec14f13de968f58531638c1f985d32');
  expect([0, 1, 2, 3, 4].map((n) => pick(key, n, 64n))).toEqual([51n, 14n, 38n, 1n, 31n]);
  expect([0, 1, 2, 3].map((n) => pick(key, n, 3n * 2n ** 62n))).toEqual([
    3669145888652462323n, 2041819796592597390n, 12481835449853895238n, 7901509965724608725n,
  ]);
});

const shuffle: Shuffle = {
  match: 'k3xw8fq2m',
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  commitments: ['9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885', ''],
  secret: toHex(secret),
  nonces: ['ab'.repeat(32), ''],
  draws: [
    { n: 0, odds: [['deal Ws', 52], ['deal Os', 12]], step: 'deal Ws', withdrawn: false },
    { n: 1, odds: [['deal Ws', 10], ['deal Os', 54]], step: 'deal Os', withdrawn: false },
  ],
};
const witness = { events: [{ what: 'refilled', cards: 'Os' }] };

test('a fair shuffle is found fair', () => {
  expect(fault(shuffle, { ...witness, seal: shuffle.commitment, nonce: 'ab'.repeat(32) })).toBe('');
});

test('every lie is found', () => {
  expect(fault({ ...shuffle, secret: '00'.repeat(32) }, witness)).toBe('seal');
  expect(fault(shuffle, { ...witness, seal: '00' })).toBe('seal');
  expect(fault({ ...shuffle, nonces: ['cd'.repeat(32), ''] }, witness)).toBe('entropy');
  expect(fault(shuffle, { ...witness, nonce: 'cd'.repeat(32) })).toBe('entropy');
  const [first, second] = shuffle.draws;
  expect(fault({ ...shuffle, draws: [first!, { ...second!, step: 'deal Ws' }] }, witness)).toBe('draws');
  expect(fault(shuffle, { events: [{ what: 'refilled', cards: 'Rw' }] })).toBe('cards');
});

const text = `birdtable: 1
game: birdie
seat 1: Mira
seat 2: casual
match: k3xw8fq2m
shuffle commitment: ${shuffle.commitment}
shuffle secret: ${shuffle.secret}
shuffle commitment 1: ${shuffle.commitments[0]}
shuffle entropy 1: ${'ab'.repeat(32)}

chance: deal Ws,
    deal Os  # a comment
1: take Ws
`;

test('a record says itself what its shuffle is checked by, in either form', () => {
  const expected = { match: 'k3xw8fq2m', secret: shuffle.secret, nonces: shuffle.nonces, steps: ['deal Ws', 'deal Os'] };
  expect(sealOf(text)).toEqual(expected);
  const extra = { match: 'k3xw8fq2m', 'shuffle secret': shuffle.secret, 'shuffle entropy 1': 'ab'.repeat(32) };
  expect(sealOf(JSON.stringify({ extra, seats: ['Mira', 'casual'], lines: [['play', -1, ['deal Ws', 'deal Os']], ['play', 0, ['take Ws']], ['undo', 1]] }))).toEqual(expected);
  expect(sealOf(text.replace(/^shuffle secret.*\n/m, ''))).toBeUndefined();
});

test('withdrawn draws of a record count too', () => {
  expect(sealOf(text.replace('1: take Ws', '~1: take Ws\n~chance: deal Rw\nundo: 2'))?.steps).toEqual(['deal Ws', 'deal Os', 'deal Rw']);
});

test('the shuffle of a record must be that of its own lines', () => {
  const record = sealOf(text)!;
  expect(recordFault(record, shuffle, 'ab'.repeat(32))).toBe('');
  expect(recordFault(record, shuffle, 'cd'.repeat(32))).toBe('entropy');
  expect(recordFault(record, { ...shuffle, secret: '00'.repeat(32) })).toBe('seal');
  expect(recordFault(record, { ...shuffle, nonces: ['', ''] })).toBe('entropy');
  expect(recordFault({ ...record, steps: ['deal Os', 'deal Ws'] }, shuffle)).toBe('cards');
});
