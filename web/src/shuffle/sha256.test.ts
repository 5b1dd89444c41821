import { describe, expect, test } from 'vitest';
import { fromHex, hmac, sha256, toHex } from './sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('SHA-256', () => {
  test('agrees with the standard’s examples', () => {
    expect(toHex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('agrees with Node at every length around a block', async () => {
    const { createHash } = await import('node:crypto');
    for (let n = 50; n < 130; n += 1) {
      const message = new Uint8Array(n).fill(n);
      expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });
});

test('HMAC agrees with RFC 4231, also for a long key', () => {
  expect(toHex(hmac(bytes('Jefe'), bytes('what do ya want for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(toHex(hmac(fromHex('aa'.repeat(131)), bytes('Test Using Larger Than Block-Size Key - Hash Key First')))).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});
