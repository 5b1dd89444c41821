/**
 * The line to a table. It answers questions by their number, and when it breaks it tries again, ever less often, and
 * asks for what was missed. What it hears goes to `ear`. A line that is cut somewhere on its way only falls silent:
 * while the page is looked at, a quiet line is asked whether it is still there.
 */
import type { FromClient, FromServer, Refused } from '../wire';
import { alone } from './alone';

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
/** Milliseconds of quiet after which the server is asked, and of silence after which the line counts as lost: 3 s in all. */
const QUIET = 1200;
const SILENCE = 1700;
/** Milliseconds for which a silent line is kept all the same: the server may only be slow. */
const GRACE = 5000;
/** Milliseconds in which a line must open. */
const OPENING = 10_000;
const WAITS = [0.5, 1, 2, 4, 8, 15];
/** Close codes after which trying again is useless: no such table, not allowed. */
const BARRED = 4403;
const FINAL = new Set([1008, 4401, BARRED, 4404]);

/** What of a `WebSocket` is used here; a table in this tab has a line of its own. */
interface Wire {
  readonly readyState: number;
  readonly local?: boolean;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export class Socket {
  private socket: Wire | undefined;
  private waiting = new Map<number, { done: (m: FromServer) => void; fail: (e: Error) => void }>();
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** When to ask, or to stop waiting, next. */
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private silent = false;
  /** Questions that take the server a while; it answers one after the other. */
  private slow = 0;

  constructor(
    private readonly address: string,
    private readonly ear: Ear,
  ) {
    this.open();
    addEventListener('online', this.hurry);
    addEventListener('offline', this.check);
    document.addEventListener('visibilitychange', this.check);
  }

  private open(): void {
    const since = this.ear.since();
    const url = new URL(this.address, document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    if (since !== undefined) url.searchParams.set('since', String(since));
    this.ear.line('opening', 0);
    if (alone()) void import('../tab/transport').then(({ TabLine }) => this.closed || this.use(new TabLine(this.address.replace(/^api\//, ''), since ?? 0)));
    else this.use(new WebSocket(url) as unknown as Wire);
  }

  private use(socket: Wire): void {
    this.socket = socket;
    if (!socket.local) this.expect(OPENING);
    socket.onopen = () => {
      this.tries = 0;
      this.ear.line('open', 0);
      this.rest();
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => this.onClose(event.code);
  }

  /** It was heard from: it is asked again after a while. */
  private rest(): void {
    clearTimeout(this.pulse);
    if (!this.socket?.local) this.pulse = setTimeout(this.check, QUIET);
  }

  /** Asks whether the line is still there. Pages that nobody looks at are left asleep. */
  private check = (): void => {
    if (document.hidden || this.socket?.local) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) this.expect(OPENING);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    this.expect(SILENCE);
  };

  /** Says that the line is lost unless it is heard from within so many milliseconds, and a while later gives it up. */
  private expect(ms: number): void {
    clearTimeout(this.pulse);
    const due = performance.now() + ms;
    this.pulse = setTimeout(() => {
      // The machine slept, or nobody looks any more: what was sent meanwhile has not been heard yet.
      if (document.hidden || performance.now() > due + ms) this.check();
      else if (this.slow > 0) this.rest();
      else if (!this.silent && this.socket?.readyState === WebSocket.OPEN) {
        this.silent = true;
        this.ear.line('lost', GRACE / 1000);
        this.expect(GRACE);
      } else {
        this.drop();
        this.onClose(1006);
      }
    }, ms);
  }

  private hear(message: FromServer): void {
    if (this.silent) this.ear.line('open', 0);
    this.silent = false;
    this.rest();
    const re = message.re ?? 0;
    const asked = this.waiting.get(re);
    this.waiting.delete(re);
    this.ear.hear(message);
    if (message.type === 'refused') asked?.fail(new RefusedError(message));
    else asked?.done(message);
    if (message.type === 'bye') this.tries = 0;
  }

  private onClose(code: number): void {
    clearTimeout(this.pulse);
    this.silent = false;
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
    if (this.closed || (this.socket && this.socket.readyState !== WebSocket.CLOSED && !this.silent)) return;
    clearTimeout(this.timer);
    if (this.silent) this.renew();
    else this.open();
  };

  /** Reconnects under the identity that this browser has now. */
  renew(): void {
    clearTimeout(this.timer);
    this.silent = false;
    this.drop();
    for (const { fail } of this.waiting.values()) fail(new LostError('the line was renewed'));
    this.waiting.clear();
    this.open();
  }

  /** Whatever the old socket still has to say is not heard. */
  private drop(): void {
    const old = this.socket;
    if (!old) return;
    old.onopen = old.onclose = old.onmessage = null;
    old.close();
    this.socket = undefined;
  }

  /** Says something and waits for its answer. */
  ask(saying: Saying): Promise<FromServer> {
    const slow = saying.type === 'hint' ? 1 : 0;
    this.slow += slow;
    return new Promise<FromServer>((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new LostError('no line'));
        return;
      }
      const id = (this.count += 1);
      this.waiting.set(id, { done, fail });
      setTimeout(() => this.waiting.delete(id) && fail(new LostError('no answer')), PATIENCE);
      this.socket.send(JSON.stringify({ ...saying, id }));
    }).finally(() => (this.slow -= slow));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.check);
    document.removeEventListener('visibilitychange', this.check);
    this.socket?.close();
  }
}
