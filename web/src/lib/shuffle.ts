/** Checks a shuffle: what was sealed before the first card is what every card was drawn from. See docs/shuffle.md. */
import type { Shuffle } from '../wire';
import { fromHex, sha256, toHex } from './sha256';

export function verifyShuffle(shuffle: Shuffle): boolean {
  if (!shuffle.secret) throw new Error('the secret is not shown before the end');
  return toHex(sha256(fromHex(shuffle.secret))) === shuffle.commitment;
}
