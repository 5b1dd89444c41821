/**
 * Checks a shuffle in the page, as docs/shuffle.md tells: what was sealed before the first card is what every card was
 * drawn from, my own bytes took part, and the cards I saw are among the draws in their order.
 */
import type { Event, Shuffle } from '../wire';
import { fromHex, hmac, sha256, toHex } from './sha256';

const DOMAIN = 'birdtable shuffle 1';
const WORDS = 2n ** 64n;

export interface Witness {
  /** The seal as this page saw it before the first card. */
  seal?: string;
  /** The bytes that this browser gave. */
  nonce?: string;
  /** What happened, as far as I saw it. */
  events: readonly Event[];
}

/** What a record says of its own shuffle. */
export interface Sealed {
  match: string;
  secret: string;
  nonces: string[];
  /** Chance's steps in the order in which they were taken, withdrawn ones too. */
  steps: string[];
}

/** Read out of a record, in either of its forms; nothing if it does not say. */
export function sealOf(record: string): Sealed | undefined {
  const { extra, seats, steps } = record.trimStart().startsWith('{') ? readJson(record) : readText(record);
  const secret = extra['shuffle secret'];
  if (!secret) return undefined;
  return { match: extra['match'] ?? '', secret, nonces: Array.from({ length: seats }, (_, seat) => extra[`shuffle entropy ${seat + 1}`] ?? ''), steps };
}

type Read = { extra: Record<string, string>; seats: number; steps: string[] };

function readJson(record: string): Read {
  const { extra, seats, lines } = JSON.parse(record) as { extra: Record<string, string>; seats: string[]; lines: [string, number, string[]][] };
  return { extra, seats: seats.length, steps: lines.flatMap(([what, seat, steps]) => (what === 'play' && seat === -1 ? steps : [])) };
}

function readText(record: string): Read {
  const lines = record.replace(/,[ \t]*(#.*)?\r?\n[ \t]+/g, ', ').split(/\r?\n/).map((line) => /^(~?[^:#]+): (.*)$/.exec(line) ?? []);
  const extra = Object.fromEntries(lines.flatMap(([, name, value]) => (name && value !== undefined ? [[name, value.trim()]] : [])));
  const steps = lines.flatMap(([, name, value = '']) => (name === 'chance' || name === '~chance' ? value.replace(/#.*/, '').split(',').map((step) => step.trim()) : []));
  return { extra, seats: lines.filter(([, name]) => /^seat \d+$/.test(name ?? '')).length, steps };
}

/** What is wrong with the shuffle of a record. The server is only asked what each card was drawn from. */
export function recordFault(record: Sealed, shuffle: Shuffle, nonce?: string): ReturnType<typeof fault> {
  const same = (some: readonly string[], others: readonly string[]): boolean => some.length === others.length && some.every((each, place) => each === others[place]);
  if (shuffle.secret !== record.secret || shuffle.match !== record.match) return 'seal';
  if (!same(shuffle.nonces, record.nonces)) return 'entropy';
  if (!same(shuffle.draws.map((draw) => draw.step), record.steps)) return 'cards';
  return fault(shuffle, { nonce, events: [] });
}

/** What is wrong with a shuffle; nothing if it was fair. */
export function fault(shuffle: Shuffle, witness: Witness): '' | 'seal' | 'entropy' | 'draws' | 'cards' {
  const secret = fromHex(shuffle.secret);
  const seal = toHex(sha256(secret));
  if (seal !== shuffle.commitment || (witness.seal && witness.seal !== seal)) return 'seal';
  for (const [seat, nonce] of shuffle.nonces.entries()) {
    if (nonce && toHex(sha256(fromHex(nonce))) !== shuffle.commitments[seat]) return 'entropy';
  }
  if (witness.nonce && !shuffle.nonces.includes(witness.nonce)) return 'entropy';
  const key = shuffleKey(secret, shuffle.match, shuffle.nonces.map(fromHex));
  for (const [place, draw] of shuffle.draws.entries()) {
    if (draw.n !== place || drawStep(key, draw.n, draw.odds) !== draw.step) return 'draws';
  }
  const steps = shuffle.draws.map((draw) => draw.step);
  return inOrder(chanceSteps(witness.events), steps) ? '' : 'cards';
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
  let left = Number(pick(key, n, BigInt(odds.reduce((sum, [, weight]) => sum + weight, 0))));
  for (const [step, weight] of odds) {
    left -= weight;
    if (left < 0) return step;
  }
  return '';
}

const CARDS = ['laid out', 'put aside', 'refilled', 'first bird', 'dealt', 'drew'];

/** The cards that I saw come from unseen ones, as chance's steps. */
export function chanceSteps(events: readonly Event[]): string[] {
  return events.filter((event) => CARDS.includes(event.what)).flatMap((event) => {
    const cards = event.secret ?? event.cards ?? '';
    return cards ? [`deal ${cards}`] : [];
  });
}

function inOrder(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const step of all) if (at < some.length && some[at] === step) at += 1;
  return at === some.length;
}
