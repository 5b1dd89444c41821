/**
 * My part of the shuffle: 32 random bytes, promised by their hash when I sit down and revealed when everybody has
 * promised. The bytes stay on this device until then. What was sealed when I revealed them is kept with them.
 */
import { fromHex, sha256, toHex } from './sha256';
import type { Reveal, Seal } from './shuffle';

const KEY = 'birdtable.entropy';

/** A fresh promise; the bytes are kept under it. */
export function promise(): string {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = toHex(sha256(fromHex(nonce)));
  write([...read(), { commitment, nonce }]);
  return commitment;
}

/** The bytes that I promised with one of these hashes, to be revealed now that `seal` is fixed, and for no other one. */
export function redeem(table: string, seal: Seal): string | undefined {
  const kept = read();
  const mine = kept.find((each) => seal.commitments?.includes(each.commitment));
  if (!mine || (mine.seal && JSON.stringify(mine.seal) !== JSON.stringify(seal))) return undefined;
  write(kept.map((each) => (each === mine ? { ...each, table, seal } : each)));
  return mine.nonce;
}

/** What I revealed at this table, with what was sealed each time. */
export function reveals(table: string): Reveal[] {
  return read().flatMap(({ nonce, table: where, seal }) => (where === table && seal ? [{ nonce, seal }] : []));
}

interface Kept {
  commitment: string;
  nonce: string;
  /** Where it was revealed, and for what. */
  table?: string;
  seal?: Seal;
}
let memory: Kept[] = [];

function read(): Kept[] {
  try {
    memory = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Kept[];
  } catch {
    // Storage forbidden: they live as long as the page.
  }
  return [...memory];
}

function write(kept: Kept[]): void {
  memory = kept.slice(-20);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // As above.
  }
}
