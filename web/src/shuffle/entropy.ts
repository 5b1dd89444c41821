/**
 * My part of the shuffle: 32 random bytes, promised by their hash when I sit down and revealed when everybody has
 * promised. The bytes stay on this device until then.
 */
import { fromHex, sha256, toHex } from './sha256';

const KEY = 'birdtable.entropy';

/** A fresh promise; the bytes are kept under it. */
export function promise(): string {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = toHex(sha256(fromHex(nonce)));
  const kept = read();
  kept.push({ commitment, nonce, table: '' });
  write(kept);
  return commitment;
}

/** Remembers for which table a promise was made. */
export function keep(commitment: string, table: string): void {
  write(read().map((each) => (each.commitment === commitment ? { ...each, table } : each)));
}

export function bytesFor(table: string): string | undefined {
  return read().findLast((each) => each.table === table)?.nonce;
}

interface Kept {
  commitment: string;
  nonce: string;
  table: string;
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
