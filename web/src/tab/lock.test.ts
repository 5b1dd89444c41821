// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeTables } from './lock';

/** Tabs on a page without https: they hear each other, and what a tab that is closed had to say is not said any more. */
const open = new Set<Line>();
class Line {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    open.add(this);
  }
  postMessage(data: unknown): void {
    if (open.has(this)) [...open].filter((line) => line !== this).forEach((line) => line.onmessage?.({ data }));
  }
}

function openTab(): { has: boolean; waits: boolean; close(): void } {
  const before = new Set(open);
  const tab = { has: false, waits: false, close: () => [...open].filter((line) => mine.includes(line)).forEach((line) => open.delete(line)) };
  takeTables(() => (tab.has = true), () => (tab.waits = true));
  const mine = [...open].filter((line) => !before.has(line));
  return tab;
}

beforeEach(() => {
  open.clear();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', Line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('without locks the first tab has the tables, and the next one when it is closed', async () => {
  const first = openTab();
  await vi.advanceTimersByTimeAsync(1000);
  const next = openTab();
  await vi.advanceTimersByTimeAsync(3000);
  expect([first.has, first.waits, next.has, next.waits]).toEqual([true, false, false, true]);
  first.close();
  await vi.advanceTimersByTimeAsync(1500);
  expect(next.has).toBe(true);
});

test('of two tabs that are opened at the same time one has them', async () => {
  const tabs = [openTab(), openTab(), openTab()];
  await vi.advanceTimersByTimeAsync(5000);
  expect(tabs.filter((tab) => tab.has).length).toBe(1);
});

test('a tab that is opened while another one asks makes it ask again', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.6).mockReturnValueOnce(0.3);
  const first = openTab();
  await vi.advanceTimersByTimeAsync(400);
  const next = openTab();
  await vi.advanceTimersByTimeAsync(3000);
  expect([first, next].filter((tab) => tab.has).length).toBe(1);
});
