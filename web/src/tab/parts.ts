/** The files of the tab, fetched with a count of what has come, and checked against what the build wrote about them. */
interface Index {
  speed: 'compiled' | 'interpreted';
  files: Record<string, { size: number; sha256: string }>;
}
/** What Python is started from, as often as needed. Blobs take no memory of this process. */
export interface Parts {
  wasm: WebAssembly.Module;
  library: Blob;
  packages: Blob;
}
type Bytes = Uint8Array<ArrayBuffer>;
type Count = (done: number, total: number) => void;

const WASM = 'pyodide.asm.wasm';
export const LIBRARY = 'stdlib.zip';
const PACKAGES = 'packages.zip';

export async function fetchParts(folder: string, count: Count): Promise<Parts> {
  const index = (await (await fetch(new URL('index.json', folder), { cache: 'no-cache' })).json()) as Index;
  const names = [WASM, LIBRARY, PACKAGES];
  const total = names.reduce((sum, name) => sum + (index.files[name]?.size ?? 0), 0);
  let done = 0;
  const add = (bytes: number): void => count((done += bytes), total);
  const [wasm, library, packages] = (await Promise.all(names.map((name) => part(folder, name, index, add)))) as [Bytes, Bytes, Bytes];
  const parts = { wasm: await WebAssembly.compile(wasm), library: new Blob([library]), packages: new Blob([packages]) };
  [wasm, library, packages].forEach(release);
  return parts;
}

/** Gives the memory back now: workers rarely look for garbage, and a buffer is little to them, whatever its size. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as { transfer?(length: number): unknown }).transfer?.(0);
}

/** A file that was damaged on its way or where it was kept is fetched once more, from the network. */
async function part(folder: string, name: string, index: Index, add: (bytes: number) => void): Promise<Bytes> {
  const wanted = index.files[name];
  if (!wanted) throw new Error(`${name} is missing`);
  for (const cache of ['default', 'reload'] as const) {
    const bytes = await body(new URL(name, folder), wanted.size, cache, add);
    if (bytes.length === wanted.size && (await isSound(bytes, wanted.sha256))) return bytes;
    add(-bytes.length);
  }
  throw new Error(`${name} is damaged`);
}

/** Browsers have hashes under https and on this device only. Elsewhere nothing is kept that could be damaged there. */
async function isSound(bytes: Bytes, sha256: string): Promise<boolean> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return true;
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...hash].map((each) => each.toString(16).padStart(2, '0')).join('') === sha256;
}

async function body(url: URL, size: number, cache: RequestCache, add: (bytes: number) => void): Promise<Bytes> {
  const answer = await fetch(url, { cache });
  if (!answer.ok || !answer.body) throw new Error(`${url.pathname}: ${answer.status}`);
  const bytes = new Uint8Array(size);
  const reader = answer.body.getReader();
  let place = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue;
    if (place + value.length > size) return bytes.slice(0, place);
    bytes.set(value, place);
    place += value.length;
    add(value.length);
  }
  return bytes.subarray(0, place);
}
