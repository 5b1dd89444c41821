// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { fetchParts, release } from './parts';

const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const LIBRARY = new Uint8Array([1, 2, 3]);
const PACKAGES = new Uint8Array([4, 5]);
const FILES: Record<string, Uint8Array<ArrayBuffer>> = { 'pyodide.asm.wasm': EMPTY_MODULE, 'stdlib.zip': LIBRARY, 'packages.zip': PACKAGES };

async function about(bytes: Uint8Array<ArrayBuffer>): Promise<{ size: number; sha256: string }> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { size: bytes.length, sha256: Buffer.from(hash).toString('hex') };
}

/** A folder with these files; what is damaged where it is kept comes sound with `reload`. */
async function serve(damaged = ''): Promise<string[]> {
  const asked: string[] = [];
  const files = Object.fromEntries(await Promise.all(Object.entries(FILES).map(async ([name, bytes]) => [name, await about(bytes)] as const)));
  vi.stubGlobal('fetch', (url: URL, options: RequestInit) => {
    const name = url.pathname.split('/').pop() ?? '';
    asked.push(`${name} ${options.cache}`);
    if (name === 'index.json') return Promise.resolve(Response.json({ speed: 'compiled', files }));
    return Promise.resolve(new Response(name === damaged && options.cache !== 'reload' ? new Uint8Array([9]) : FILES[name]));
  });
  return asked;
}

const read = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** As browsers have it, and Node from version 21 on. */
const gives = ArrayBuffer.prototype as { transfer?(length: number): ArrayBuffer };
gives.transfer ??= function (this: ArrayBuffer) {
  return structuredClone(this, { transfer: [this] });
};

afterEach(() => vi.unstubAllGlobals());

test('what Python is started from is kept outside of this process, and no buffer of it is left', async () => {
  await serve();
  const digest = vi.spyOn(crypto.subtle, 'digest');
  const parts = await fetchParts('http://here/tab/', () => undefined);
  expect(await read(parts.library)).toEqual(LIBRARY);
  expect(await read(parts.packages)).toEqual(PACKAGES);
  const buffers = digest.mock.calls.map(([, bytes]) => bytes as Uint8Array);
  expect(buffers.map((bytes) => bytes.length)).toEqual([0, 0, 0]);
});

test('a file that is damaged where it is kept is asked for past what is kept', async () => {
  const asked = await serve('packages.zip');
  const parts = await fetchParts('http://here/tab/', () => undefined);
  expect(await read(parts.packages)).toEqual(PACKAGES);
  expect(asked.filter((each) => each.startsWith('packages'))).toEqual(['packages.zip default', 'packages.zip reload']);
});

test('a page without https has no hashes: sizes have to do', async () => {
  const asked = await serve('packages.zip');
  vi.stubGlobal('crypto', {});
  const parts = await fetchParts('http://here/tab/', () => undefined);
  expect(await read(parts.packages)).toEqual(PACKAGES);
  expect(asked.filter((each) => each.startsWith('packages')).length).toBe(2);
});

test('a browser that cannot give memory back leaves it to its garbage', () => {
  const bytes = new Uint8Array(3);
  Object.defineProperty(bytes.buffer, 'transfer', { value: undefined });
  release(bytes);
  expect(bytes.length).toBe(3);
});
