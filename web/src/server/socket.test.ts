import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket, type LineState } from './socket';

/** A line that can be cut: then nothing arrives any more, and nobody says so. */
class Wire {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: Wire[] = [];
  readyState = Wire.CONNECTING;
  sent: string[] = [];
  cut = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }
  open(): void {
    this.readyState = Wire.OPEN;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(text);
    if (!this.cut && text.includes('ping')) setTimeout(() => this.say('{"type":"ok"}'), 20);
  }
  say(data: string): void {
    this.onmessage?.({ data });
  }
  close(): void {
    this.readyState = Wire.CLOSED;
  }
}

let states: LineState[];
let socket: Socket;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  hidden = false;
  Wire.all = [];
  states = [];
  socket = new Socket('api/tables/x/socket', { hear: () => undefined, line: (state) => states.push(state), since: () => undefined });
  Wire.all[0]?.open();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const line = (): Wire => Wire.all.at(-1) as Wire;

test('a line that is cut is noticed within three seconds', () => {
  vi.advanceTimersByTime(60_000);
  expect(states).toEqual(['opening', 'open']);
  line().cut = true;
  vi.advanceTimersByTime(3000);
  expect(states.at(-1)).toBe('lost');
  vi.advanceTimersByTime(5500);
  expect(Wire.all).toHaveLength(2);
});

test('a line that is talked on is not asked', () => {
  for (let i = 0; i < 20; i += 1) {
    line().say('{"type":"thinking","seat":1}');
    vi.advanceTimersByTime(1000);
  }
  expect(line().sent).toEqual([]);
});

test('a page that nobody looks at stays asleep, and asks before it judges', () => {
  hidden = true;
  vi.advanceTimersByTime(3000);
  const { length } = line().sent;
  vi.advanceTimersByTime(600_000);
  expect(line().sent).toHaveLength(length);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(line().sent).toHaveLength(length + 1);
  vi.advanceTimersByTime(5000);
  expect(states).toEqual(['opening', 'open']);
});

test('a machine that slept asks again before it gives the line up', () => {
  line().cut = true;
  vi.advanceTimersByTime(1200);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  vi.advanceTimersByTime(1700);
  expect(states.at(-1)).toBe('open');
  expect(line().sent).toHaveLength(2);
});

test('a server that thinks about a hint is not taken for a lost line', () => {
  line().cut = true;
  socket.ask({ type: 'hint', after: 0, steps: [] }).catch(() => undefined);
  vi.advanceTimersByTime(10_000);
  expect(states.at(-1)).toBe('open');
});

test('a server that is only slow keeps its line', () => {
  line().cut = true;
  vi.advanceTimersByTime(6000);
  line().say('{"type":"ok"}');
  line().cut = false;
  vi.advanceTimersByTime(60_000);
  expect(states).toEqual(['opening', 'open', 'lost', 'open']);
  expect(Wire.all).toHaveLength(1);
});

test('who does not want to wait gets a new line at once', () => {
  line().cut = true;
  vi.advanceTimersByTime(3000);
  socket.hurry();
  expect(Wire.all).toHaveLength(2);
});

test('a line that does not open is given up', () => {
  line().cut = true;
  vi.advanceTimersByTime(8500);
  expect(states.at(-1)).toBe('opening');
  vi.advanceTimersByTime(10_000);
  expect(states.slice(-2)).toEqual(['opening', 'lost']);
});
