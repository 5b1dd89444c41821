import { beforeEach, expect, test } from 'vitest';
import { promise, redeem, reveals } from './entropy';
import { fromHex, sha256, toHex } from './sha256';

beforeEach(() => sessionStorage.clear());

const sealed = (commitments: string[], attempt = 1): { attempt: number; secret: string; commitments: string[] } => ({ attempt, secret: 'aa', commitments });

test('bytes are revealed only for what was sealed when they first were', () => {
  const mine = promise();
  const seal = sealed(['', mine]);
  const nonce = redeem('k3', seal);
  expect(toHex(sha256(fromHex(nonce ?? '')))).toBe(mine);
  expect(redeem('k3', seal)).toBe(nonce); // again, as after a lost line
  expect(redeem('k3', sealed(['', mine], 2))).toBeUndefined();
  expect(redeem('k3', { ...seal, secret: 'bb' })).toBeUndefined();
  expect(redeem('k3', sealed([toHex(secretOfAnother), mine]))).toBeUndefined();
  expect(reveals('k3')).toEqual([{ nonce, seal }]);
});
const secretOfAnother = new Uint8Array(32);

test('each attempt has bytes of its own', () => {
  const [first, second] = [promise(), promise()];
  const one = redeem('k3', sealed([first]));
  const two = redeem('k3', sealed([second], 2));
  expect(one).not.toBe(two);
  expect(reveals('k3').map(({ nonce, seal }) => [nonce, seal.attempt])).toEqual([[one, 1], [two, 2]]);
  expect(reveals('other')).toEqual([]);
});

test('what I did not promise is not mine to reveal', () => {
  promise();
  expect(redeem('k3', sealed(['', 'ab'.repeat(32)]))).toBeUndefined();
});
