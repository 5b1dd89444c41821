/**
 * Checks a shuffle in the page, as docs/shuffle.md tells: what was sealed before the first card is what every card was
 * drawn from, with the odds of the cards that were left; all who promised bytes took part; and the draws are what this
 * page saw.
 */
import type { Shuffle } from '../wire';
import { hasReturns, rightOdds, sameAsSeen, type Told } from './pile';
import { PILES } from './piles';
import type { Sealed } from './record';
import { fromHex, hmac, sha256, toHex } from './sha256';

const DOMAIN = 'birdtable shuffle 1';
const WORDS = 2n ** 64n;

/** What was fixed before anybody revealed anything. */
export interface Seal {
  attempt: number;
  /** The hash of the server's secret. */
  secret: string;
  /** The hashes that the seats gave; not known before all sat down. */
  commitments?: string[];
}

/** Bytes that this browser gave away, and what was fixed then. */
export interface Reveal {
  nonce: string;
  seal: Seal;
}

export interface Witness {
  /** The seal as this page saw it before the first card. */
  seal?: Seal | undefined;
  reveals?: readonly Reveal[];
  /** What happened, as far as I saw it. */
  log?: readonly Told[];
  /** The seat that was named to start, counted from 1, if one was. */
  starter?: number;
}

export interface Verdict {
  /** What is wrong; nothing if the shuffle was fair. */
  fault: '' | 'seal' | 'entropy' | 'draws' | 'odds' | 'cards';
  /** What the cards were drawn from is in part the server's word. */
  trusting: boolean;
  /** How often it was shuffled until all who had promised bytes revealed them; 0: not counted. */
  attempts: number;
  /** Seats that promised bytes and did not reveal them. */
  silent: readonly number[];
  /** This browser revealed bytes, and they took no part. */
  leftOut: boolean;
  /** So many cards were drawn at another table, before the match was carried on; they are not checked here. */
  carried: number;
}

/** The shuffle of a record. The server is only asked what each card was drawn from. */
export function checkRecord(record: Sealed, shuffle: Shuffle, witness: Witness = {}): Verdict {
  const same = (some: readonly unknown[], others: readonly unknown[]): boolean => JSON.stringify(some) === JSON.stringify(others);
  const verdict = check(record.game, shuffle, { ...witness, starter: record.starter });
  if (shuffle.secret !== record.secret || shuffle.match !== record.match) return { ...verdict, fault: 'seal' };
  if (!same(shuffle.nonces, record.nonces)) return { ...verdict, fault: 'entropy' };
  if (shuffle.carried !== record.carried) return { ...verdict, fault: 'draws' };
  const draws = shuffle.draws.map(({ step, follows = -1 }) => [step, follows]);
  if (!same(draws, record.steps.map((step, n) => [step, record.follows[n]]))) return { ...verdict, fault: 'cards' };
  return verdict;
}

export function check(game: string, shuffle: Shuffle, witness: Witness): Verdict {
  const whole = PILES[game]?.[shuffle.commitments.length];
  // Whoever was named is not drawn.
  const isDrawn = (step: string): boolean => !witness.starter || !step.startsWith('starter') || step === `starter ${witness.starter}`;
  const pile = whole && { ...whole, chance: whole.chance.filter(([step]) => isDrawn(step)) };
  const seen = pile ? sameAsSeen(shuffle.draws, witness.log ?? [], pile) : 'part';
  const reveals = witness.reveals ?? [];
  return {
    fault: revealFault(shuffle) || sealFault(shuffle, witness) || drawFault(shuffle) || (pile && !rightOdds(shuffle.draws, pile) ? 'odds' : seen === 'no' ? 'cards' : ''),
    trusting: !pile || (seen !== 'all' && hasReturns(shuffle.draws, pile)),
    attempts: shuffle.attempts,
    silent: shuffle.silent,
    leftOut: reveals.length > 0 && !reveals.some(({ nonce }) => shuffle.nonces.includes(nonce)),
    carried: shuffle.carried,
  };
}

/** What was revealed must be what was promised, by the server and by all who promised something. */
function revealFault({ secret, commitment, commitments, nonces, attempts }: Shuffle): '' | 'seal' | 'entropy' {
  if (toHex(sha256(fromHex(secret))) !== commitment) return 'seal';
  const kept = commitments.every((hash, seat) => {
    const given = nonces[seat] ?? '';
    return given ? toHex(sha256(fromHex(given))) === hash : !hash || attempts === 0;
  });
  return kept ? '' : 'entropy';
}

/** Nothing may have changed since I saw it sealed; and my bytes count for nothing but what was sealed when I gave them. */
function sealFault({ commitment, commitments, nonces, attempts }: Shuffle, { seal, reveals = [] }: Witness): '' | 'seal' | 'entropy' {
  const used = reveals.filter(({ nonce }) => nonces.includes(nonce)).map((reveal) => reveal.seal);
  if (used.some(({ attempt }) => attempt !== attempts)) return 'entropy';
  // A server that does not count what this page saw counted hides whose bytes it threw away.
  if ([seal, ...reveals.map((reveal) => reveal.seal)].some((seen) => seen && seen.attempt > attempts)) return 'seal';
  const seals = seal?.attempt === attempts ? [...used, seal] : used;
  if (seals.some(({ secret }) => secret !== commitment)) return 'seal';
  return seals.every((each) => !each.commitments || JSON.stringify(each.commitments) === JSON.stringify(commitments)) ? '' : 'entropy';
}

/** Draws of another table are not checked here; where players added to the shuffle of this one, there are none. */
function drawFault({ secret, match, nonces, draws, carried }: Shuffle): '' | 'draws' {
  if (carried > 0 && nonces.some((nonce) => nonce !== '')) return 'draws';
  const key = shuffleKey(fromHex(secret), match, nonces.map(fromHex));
  return carried <= draws.length && draws.every((draw, place) => draw.n === place && (place < carried || drawStep(key, draw.n, draw.odds) === draw.step)) ? '' : 'draws';
}

export function shuffleKey(secret: Uint8Array, match: string, entropies: Uint8Array[]): Uint8Array {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  const parts = [text(DOMAIN), text(match), ...entropies].flatMap((part) => [part.length, ...part]);
  return hmac(secret, Uint8Array.from(parts));
}

/** Draw `n` of the stream: a number below `total`, every one equally likely. */
export function pick(key: Uint8Array, n: number, total: bigint): bigint {
  const fair = WORDS - (WORDS % total);
  const message = new DataView(new ArrayBuffer(12));
  message.setBigUint64(0, BigInt(n));
  for (let attempt = 0; ; attempt += 1) {
    message.setUint32(8, attempt);
    const digest = hmac(key, new Uint8Array(message.buffer));
    const word = new DataView(digest.buffer).getBigUint64(0);
    if (word < fair) return word % total;
  }
}

function drawStep(key: Uint8Array, n: number, odds: readonly [string, number][]): string {
  const total = odds.reduce((sum, [, weight]) => sum + weight, 0);
  if (!(total > 0)) return '';
  let left = Number(pick(key, n, BigInt(total)));
  for (const [step, weight] of odds) {
    left -= weight;
    if (left < 0) return step;
  }
  return '';
}
