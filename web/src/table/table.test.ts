import { beforeEach, expect, test } from 'vitest';
import { adopt } from '../page/i18n.svelte';
import { live, notice, say } from '../page/signals/live.svelte';
import { LostError, type Ear, type Saying } from '../server/socket';
import type { View } from '../views';
import type { FromServer, News, Position } from '../wire';
import type { Pause } from './hold';
import { Table, type Line } from './table.svelte';

adopt('en', {});
const HAND = ['R', 'D'];
const view = (seat: number): View => ({ seat, hand: seat < 0 ? null : HAND } as unknown as View);
const drew = (number: number, seat: number): News => ({ number, what: 'played', at: 0, seat, events: [{ what: 'drew', seat, count: 1, secret: 'R' }] });

/** A table that two people play at one device. */
class Device implements Line {
  table: Table;
  private ear!: Ear;
  private answers: { done: (message: FromServer) => void; fail: (error: Error) => void }[] = [];

  constructor() {
    this.table = new Table('t', (position) => hold(position), (ear) => {
      this.ear = ear;
      return this;
    });
  }

  position(number: number, seat: number, to_move: number, news: News[] = []): void {
    const position: Position = { type: 'position', re: 0, number, seat, seats: [0, 1], to_move, legal: [], view: view(seat), undo: {}, clocks: null, outcome: null, decided_by: '', news };
    this.hear(position);
  }

  hear(message: FromServer): void {
    this.ear.hear(message);
  }

  ask(_: Saying): Promise<FromServer> {
    return new Promise((done, fail) => this.answers.push({ done, fail }));
  }

  answer(message: unknown): void {
    this.answers.shift()?.done(message as FromServer);
  }

  break(): void {
    for (const { fail } of this.answers.splice(0)) fail(new LostError('the line broke'));
    this.ear.line('lost', 1);
  }

  mend(): void {
    this.ear.line('open', 0);
  }

  renew(): void {}
  hurry(): void {}
  close(): void {}
}

let device: Device;
let hold: (position: Position) => Pause[];
/** Ann has called her seat to the screen and drawn a card. */
beforeEach(() => {
  hold = () => [];
  device = new Device();
  device.position(1, -1, 0);
  device.position(1, 0, 0);
  device.position(2, 0, 0, [drew(2, 0)]);
});

const kept = (): string => JSON.stringify([device.table.entries, device.table.scene, device.table.view, device.table.steps, live]);

test('one’s own secrets stay as long as one is at the screen', () => {
  device.position(3, 0, 0, [drew(3, 0)]);
  expect(device.table.entries.map((entry) => entry.events[0]?.secret)).toEqual(['R', 'R']);
});

test('nothing that a seat was shown survives the curtain', async () => {
  const building = device.table.build(['lay R 1 left']);
  device.answer({ type: 'considered', after: 2, steps: ['lay R 1 left'], events: [], complete: false, legal: ['draw'], view: view(0) });
  await building;
  say('Your hand: robin, duck');
  say('You draw robin', true);
  notice('You have no toucan');
  expect(kept()).toContain('"R"');
  device.position(3, -1, 1, [{ number: 3, what: 'played', at: 0, seat: 0, events: [{ what: 'drew', seat: 0, count: 1 }] }]);
  expect(kept()).not.toMatch(/"[RD]"|lay R|robin|toucan/);
  device.position(3, 1, 1);
  expect(device.table.entries.every((entry) => entry.events.every((event) => event.secret === undefined))).toBe(true);
});

test('a choice stays while the line is broken, and what it leads to is asked again', async () => {
  const { table } = device;
  const building = table.build(['lay R 1 left']);
  device.break();
  await new Promise((on) => setTimeout(on));
  expect(table.steps).toEqual(['lay R 1 left']);
  device.mend();
  device.position(2, 0, 0);
  await new Promise((on) => setTimeout(on));
  device.answer({ type: 'considered', after: 2, steps: ['lay R 1 left'], events: [], complete: false, legal: ['draw'], view: view(0) });
  expect((await building)?.legal).toEqual(['draw']);
  expect(table.considered?.legal).toEqual(['draw']);
  expect(live.notices).toEqual([]);
});

test('what was asked of a position that is gone when the line is mended is not asked again', async () => {
  const { table } = device;
  const building = table.build(['lay R 1 left']);
  device.break();
  await new Promise((on) => setTimeout(on));
  device.position(3, -1, 1);
  device.mend();
  expect(await building).toBeUndefined();
  expect(table.steps).toEqual([]);
});

test('a lost line lowers the curtain at the same number', () => {
  device.position(2, -1, 0);
  expect(kept()).not.toContain('"R"');
});

test('an answer that comes after the curtain is nobody’s', async () => {
  const { table } = device;
  const considered = table.consider(['flock R']).then(() => 'shown', () => 'dropped');
  const hints = table.hint();
  device.position(3, -1, 1);
  device.answer({ type: 'considered', after: 2, steps: ['flock R'], events: [], complete: true, legal: [], view: null });
  device.answer({ type: 'hints', hints: [{ step: 'flock R', value: 0.5, reason: '', details: {} }] });
  expect(await considered).toBe('dropped');
  expect(await hints).toEqual([]);
});

test('the scene before the curtain is told from what all may see', () => {
  device.position(3, -1, 1);
  expect(device.table.scene.before).toEqual(view(-1));
  device.position(3, 1, 1);
  device.position(4, -1, 0);
  expect(device.table.scene.before).toEqual(view(-1));
});

test('leaving the table leaves nothing said', () => {
  say('You draw robin');
  device.table.close();
  expect(JSON.stringify([device.table.entries, live])).not.toMatch(/robin|"R"/);
});

/** The numbers of the positions whose scenes wait for somebody to say "Go on". */
const waitAt = (...numbers: number[]): void => {
  hold = ({ number }) => (numbers.includes(number) ? [{ what: 'scoring' }, { what: 'round' }] : [{ what: 'turn', ms: 60_000 }]);
};

test('a scene that waits stays until it is left, part by part, and what came meanwhile follows', () => {
  waitAt(3);
  for (const number of [3, 4, 5]) device.position(number, 0, 1);
  const { table } = device;
  expect([table.position?.number, table.showing, table.queued]).toEqual([3, 'scoring', 2]);
  table.goOn();
  expect([table.position?.number, table.showing]).toEqual([3, 'round']);
  table.goOn();
  expect([table.position?.number, table.showing, table.queued]).toEqual([4, undefined, 1]);
});

test('what is skipped is told, and nothing that waits to be seen is skipped', () => {
  waitAt(5);
  for (const number of [3, 4, 5, 6]) device.position(number, 0, 1, [drew(number, 1)]);
  device.table.skip();
  expect([device.table.position?.number, device.table.showing]).toEqual([5, 'scoring']);
  expect(device.table.scene.news.map((news) => news.number)).toEqual([4, 5]);
  expect(device.table.entries.map((entry) => entry.number)).toEqual([2, 3, 4, 5]);
});

test('nothing can be done while something waits to be seen', () => {
  waitAt(3);
  const legal = ['pass'];
  device.position(3, 0, 0);
  device.table.position = { ...(device.table.position as Position), legal };
  expect(device.table.legal).toEqual([]);
  device.table.skip();
  device.table.skip();
  expect(device.table.legal).toEqual(legal);
});

test('a player who has drawn is shown it until they are done with it', () => {
  hold = ({ number }) => (number === 3 ? [{ what: 'drawn' }] : []);
  device.position(3, 0, 0, [drew(3, 0)]);
  device.table.skip();
  expect(device.table.showing).toBe('drawn');
  device.table.goOn();
  expect(device.table.showing).toBeUndefined();
});

test('what was still to come when another seat came to the screen is told as that one may know it', () => {
  waitAt(3);
  for (const number of [3, 4]) device.position(number, 0, 1, [drew(number, 0)]);
  device.position(4, -1, 1);
  expect(device.table.scene.news.map((news) => news.number)).toEqual([4]);
  expect(kept()).not.toContain('"R"');
});

test('clocks run from when they were told, although the position still waits to be looked at', () => {
  hold = () => [{ what: 'round' }];
  device.position(3, 0, 1, [drew(3, 1)]);
  const clocks = { left: [1000, 2000], running: 1, waits: false, patience: 0 };
  device.hear({ type: 'position', re: 0, number: 4, seat: 0, seats: [0, 1], to_move: 1, legal: [], view: view(0), undo: {}, clocks, outcome: null, decided_by: '', news: [drew(4, 0)] });
  expect([device.table.position?.number, device.table.clocks]).toEqual([3, clocks]);
  device.hear({ type: 'here', re: 0, seats: [0], onlookers: 0, away: [0, 5], clocks: { ...clocks, waits: true, patience: 60000 } });
  expect(device.table.clocks?.patience).toBe(60000);
});

test('what is said now is shown and read out, what was missed is not', () => {
  const said = (number: number, phrase: string): FromServer => ({ type: 'chat', number, person: 'ptom', name: 'Tom', seat: 1, at: 0, phrase });
  device.hear(said(3, 'Hello!'));
  expect([device.table.spoken, live.polite]).toEqual([{}, expect.not.stringContaining('Hello!')]);
  device.hear({ type: 'here', re: 0, seats: [0], onlookers: 0, away: [0, 5], clocks: null });
  device.hear(said(4, 'Bravo!'));
  expect([device.table.spoken[1]?.phrase, live.polite, device.table.chat.length]).toEqual(['Bravo!', expect.stringContaining('Tom: Bravo!'), 2]);
});

test('the words of somebody muted go away', async () => {
  device.hear({ type: 'chat', number: 3, person: 'ptom', name: 'Tom', seat: 1, at: 0, text: 'hm' });
  const muting = device.table.mute('ptom', true);
  device.answer({ type: 'ok' });
  await muting;
  expect(device.table.chat).toEqual([]);
});

test('whom a nudge reaches sees who waits, and the way to that table', () => {
  device.hear({ type: 'nudged', table: 'k3', person: 'ptom', name: 'Tom' });
  expect(live.notices.at(-1)).toMatchObject({ text: 'Tom is waiting for you: it is your turn.', address: '#/table/k3' });
});
