/**
 * The line to a table. It answers questions by their number, and when it breaks it tries again, ever less often, and
 * asks for what was missed. What it hears goes to `ear`.
 */
import type { FromClient, FromServer, Refused } from '../wire';

export type LineState = 'opening' | 'open' | 'lost' | 'ended' | 'barred';
type WithoutId<M> = M extends FromClient ? Omit<M, 'id'> : never;
export type Saying = WithoutId<FromClient>;

export interface Ear {
  hear(message: FromServer): void;
  line(state: LineState, retrySeconds: number): void;
  /** The number of the last thing heard, for `?since=`. */
  since(): number | undefined;
}

/** Nothing was changed; the reason is a message with holes, the clause the rule. */
export class RefusedError extends Error {
  constructor(readonly refused: Refused) {
    super(refused.reason);
  }
}
/** The line broke before the answer came. */
export class LostError extends Error {}

/** Milliseconds after which we stop waiting for an answer. */
const PATIENCE = 15_000;
const WAITS = [0.5, 1, 2, 4, 8, 15];
/** Close codes after which trying again is useless: no such table, not allowed. */
const BARRED = 4403;
const FINAL = new Set([1008, 4401, BARRED, 4404]);

export class Socket {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, { done: (m: FromServer) => void; fail: (e: Error) => void }>();
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly ear: Ear,
  ) {
    this.open();
    addEventListener('online', this.hurry);
  }

  private open(): void {
    const since = this.ear.since();
    const url = new URL(this.address, document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    if (since !== undefined) url.searchParams.set('since', String(since));
    this.ear.line('opening', 0);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.ear.line('open', 0);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => this.onClose(event.code);
  }

  private hear(message: FromServer): void {
    const re = message.re ?? 0;
    const asked = this.waiting.get(re);
    this.waiting.delete(re);
    this.ear.hear(message);
    if (message.type === 'refused') asked?.fail(new RefusedError(message));
    else asked?.done(message);
    if (message.type === 'bye') this.tries = 0;
  }

  private onClose(code: number): void {
    for (const { fail } of this.waiting.values()) fail(new LostError('the line broke'));
    this.waiting.clear();
    if (this.closed) return;
    if (FINAL.has(code)) {
      this.ear.line(code === BARRED ? 'barred' : 'ended', 0);
      return;
    }
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] as number;
    this.tries += 1;
    this.ear.line('lost', wait);
    this.timer = setTimeout(() => this.open(), wait * 1000);
  }

  /** Try again now. */
  hurry = (): void => {
    if (this.closed || !this.socket || this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** Reconnects under the identity that this browser has now. */
  renew(): void {
    clearTimeout(this.timer);
    const old = this.socket;
    if (old) {
      old.onclose = null;
      old.onmessage = null;
      old.close();
    }
    for (const { fail } of this.waiting.values()) fail(new LostError('the line was renewed'));
    this.waiting.clear();
    this.open();
  }

  /** Says something and waits for its answer. */
  ask(saying: Saying): Promise<FromServer> {
    return new Promise((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new LostError('no line'));
        return;
      }
      const id = (this.count += 1);
      this.waiting.set(id, { done, fail });
      setTimeout(() => this.waiting.delete(id) && fail(new LostError('no answer')), PATIENCE);
      this.socket.send(JSON.stringify({ ...saying, id }));
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
    this.socket?.close();
  }
}
