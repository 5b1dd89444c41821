/**
 * The worker that has the tables of this device, and the one that thinks for it: the same program, told apart by name.
 * Both run Python; all that is here brings messages to it and back. See `birdtable/tab` for what they mean.
 */
import { fetchParts, LIBRARY, release, type Parts } from './parts';
import { Shelf } from './shelf';

interface Python {
  unpackArchive(bytes: Uint8Array, form: string, options: { extractDir: string }): void;
  pyimport(module: string): unknown;
}
interface Tables {
  begin(send: (...words: unknown[]) => void, shelf: Shelf, mind: unknown): Promise<(...words: unknown[]) => void>;
  speed(): string;
}
interface Thoughts {
  think_about(question: Uint8Array): Uint8Array;
}
const THINKING = 'birdtable mind';
const here = self as unknown as { name: string; postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null; location: Location };

/** Starts Python from what was fetched: nothing is fetched or compiled twice. */
async function startPython(folder: string, parts: Parts): Promise<Python> {
  const library = new Uint8Array(await parts.library.arrayBuffer());
  const packages = new Uint8Array(await parts.packages.arrayBuffer());
  const fetched = self.fetch.bind(self);
  self.fetch = (asked, options) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    if (url.endsWith(LIBRARY)) return Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve(library.buffer) } as Response);
    if (url.endsWith('.wasm')) return Promise.resolve(new Response());
    return fetched(asked, options);
  };
  const streaming = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: parts.wasm, instance: await WebAssembly.instantiate(parts.wasm, imports) });
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL('pyodide.mjs', folder).href)) as { loadPyodide(options: object): Promise<Python> };
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: new URL(LIBRARY, folder).href,
    packageBaseUrl: folder,
    lockFileContents: { info: { arch: 'wasm32', platform: 'emscripten', version: '', python: '3.14', abi_version: '2026_0' }, packages: {} },
    env: { HOME: '/home' },
  });
  WebAssembly.instantiateStreaming = streaming;
  self.fetch = fetched;
  python.unpackArchive(packages, 'zip', { extractDir: '/lib/python3.14/site-packages' });
  [library, packages].forEach(release);
  return python;
}

/** The line to the worker that thinks. It can be ended in the middle of a thought, and is started again when it is needed. */
class Mind {
  private worker: Worker | undefined;
  private started: Promise<void> | undefined;
  private waiting: { found: (reply: Uint8Array) => void; fail: (error: Error) => void } | undefined;

  constructor(
    private readonly folder: string,
    private readonly parts: Parts,
  ) {}

  start = (): Promise<void> =>
    (this.started ??= new Promise((ready, fail) => {
      const worker = new Worker(here.location.href, { type: 'module', name: THINKING });
      worker.onmessage = (event: MessageEvent<Uint8Array | string>) => {
        if (typeof event.data === 'string') ready();
        else this.waiting?.found(event.data);
      };
      worker.onerror = (event) => {
        fail(new Error(event.message));
        this.end();
      };
      worker.postMessage({ folder: this.folder, parts: this.parts });
      this.worker = worker;
    }));

  ask = (question: Uint8Array): Promise<Uint8Array> =>
    new Promise((found, fail) => {
      this.waiting = { found, fail };
      this.worker?.postMessage(question);
    });

  end = (): void => {
    this.worker?.terminate();
    this.worker = this.started = undefined;
    this.waiting?.fail(new Error('ended'));
    this.waiting = undefined;
  };
}

async function think(folder: string, parts: Parts): Promise<void> {
  const thoughts = (await startPython(folder, parts)).pyimport('birdtable.tab.mind') as Thoughts;
  here.onmessage = (event) => here.postMessage(thoughts.think_about(event.data as Uint8Array));
  here.postMessage('ready');
}

async function haveTables(folder: string): Promise<void> {
  const early: unknown[][] = [];
  let hear = (...words: unknown[]): void => void early.push(words);
  here.onmessage = (event) => hear(...(event.data as unknown[]));
  const send = (...words: unknown[]): void => here.postMessage(words);
  try {
    const parts = await fetchParts(folder, (done, total) => send('progress', 0, done, total));
    send('starting', 0);
    const tables = (await startPython(folder, parts)).pyimport('birdtable.tab.browser') as Tables;
    const mind = new Mind(folder, parts);
    hear = await tables.begin(send, new Shelf(), mind);
    send('ready', 0, tables.speed());
    early.forEach((words) => hear(...words));
    // Before anybody waits for it.
    void mind.start().catch(() => undefined);
  } catch (error) {
    send('failed', 0, error instanceof Error ? error.message : String(error));
  }
}

here.onmessage = (event) => {
  const { folder, parts } = event.data as { folder: string; parts?: Parts };
  // Whoever started the one that thinks is told when it cannot: a quick bot plays then.
  void (here.name === THINKING && parts ? think(folder, parts).catch(reportError) : haveTables(folder));
};
