/** The table in this tab, asked like a server: requests get a `Response`, tables a line that looks like a `WebSocket`. */
import { takeTables } from './lock';
import { tab } from './state.svelte';

type Words = [kind: string, number: number, ...rest: unknown[]];
const ears = new Map<number, (kind: string, ...rest: unknown[]) => void>();
let count = 0;
let worker: Promise<Worker> | undefined;

/** What a browser must have; one that lacks any of it is told so. */
const isNew = (): boolean => typeof WebAssembly === 'object' && typeof WebAssembly.instantiateStreaming === 'function' && 'indexedDB' in self;

/** Starts the table, once no other tab has it. */
export function start(): Promise<Worker> {
  worker ??= new Promise((found) => {
    if (!isNew()) {
      tab.phase = 'old';
      return;
    }
    takeTables(() => found(hold()), () => (tab.elsewhere = true));
  });
  return worker;
}

function hold(): Worker {
  tab.elsewhere = false;
  tab.phase = 'loading';
  void navigator.storage?.persist?.();
  const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'birdtable tables' });
  made.onmessage = (event) => hear(event.data as Words);
  made.onerror = (event) => fail(event.message);
  made.postMessage({ folder: new URL('tab/', document.baseURI.replace(/#.*/, '')).href });
  return made;
}

function fail(why: string): void {
  tab.phase = 'failed';
  tab.why = why;
}

function hear([kind, number, ...rest]: Words): void {
  if (number) ears.get(number)?.(kind, ...rest);
  else if (kind === 'progress') [tab.done, tab.total] = rest as [number, number];
  else if (kind === 'starting') tab.phase = 'starting';
  else if (kind === 'lacking') tab.lacking = rest[0] as boolean;
  else if (kind === 'failed') fail(String(rest[0]));
  else if (kind === 'ready') {
    tab.phase = 'ready';
    tab.speed = rest[0] as typeof tab.speed;
  }
}

async function say(...words: Words): Promise<void> {
  (await start()).postMessage(words);
}

/** The answer to a request, as a server would give it. */
export function ask(method: string, path: string, body: string | undefined, signal?: AbortSignal): Promise<Response> {
  const number = (count += 1);
  return new Promise((found, refuse) => {
    let lines: ReadableStreamDefaultController<Uint8Array> | undefined;
    const coder = new TextEncoder();
    const stop = (): void => {
      ears.delete(number);
      void say('stop', number);
      refuse(new DOMException('stopped', 'AbortError'));
      lines?.error(new DOMException('stopped', 'AbortError'));
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    ears.set(number, (kind, ...rest) => {
      if (kind === 'line') lines?.enqueue(coder.encode(String(rest[0])));
      if (kind === 'end') lines?.close();
      const [status, type, text] = rest as [number, string, string];
      const isLong = kind === 'answer' && type === 'application/jsonl' && status === 200;
      if (kind === 'answer') {
        const content = isLong ? new ReadableStream<Uint8Array>({ start: (each) => void (lines = each), cancel: stop }) : status === 204 ? null : text;
        found(new Response(content, { status, headers: { 'Content-Type': type } }));
      }
      if (!isLong && kind !== 'line') {
        ears.delete(number);
        signal?.removeEventListener('abort', stop);
      }
    });
    void say('ask', number, method, path, body);
  });
}

/** What of a `WebSocket` the page uses. */
export class TabLine {
  /** Nobody need ask whether it is still there. */
  readonly local = true;
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private readonly number = (count += 1);

  constructor(path: string, since: number) {
    ears.set(this.number, (kind, word) => {
      if (kind === 'opened') {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      }
      if (kind === 'said') this.onmessage?.({ data: String(word) });
      if (kind === 'closed') {
        this.readyState = WebSocket.CLOSED;
        ears.delete(this.number);
        this.onclose?.({ code: Number(word) });
      }
    });
    void say('open', this.number, path, since);
  }

  send(text: string): void {
    void say('say', this.number, text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    ears.delete(this.number);
    void say('stop', this.number);
  }
}
