import { beforeEach, expect, test } from 'vitest';
import { adopt } from '../page/i18n.svelte';
import { live, notice, say } from '../page/live.svelte';
import type { Ear, Saying } from '../server/socket';
import type { View } from '../views';
import type { FromServer, News, Position } from '../wire';
import { Table, type Line } from './table.svelte';

adopt('en', {});
const HAND = ['R', 'D'];
const view = (seat: number): View => ({ seat, hand: seat < 0 ? null : HAND } as unknown as View);
const drew = (number: number, seat: number): News => ({ number, what: 'played', at: 0, seat, events: [{ what: 'drew', seat, count: 1, secret: 'R' }] });

/** A table that two people play at one device. */
class Device implements Line {
  table: Table;
  private ear!: Ear;
  private answers: ((message: FromServer) => void)[] = [];

  constructor() {
    this.table = new Table('t', () => 0, (ear) => {
      this.ear = ear;
      return this;
    });
  }

  position(number: number, seat: number, to_move: number, news: News[] = []): void {
    const position: Position = { type: 'position', re: 0, number, seat, seats: [0, 1], to_move, legal: [], view: view(seat), undo: {}, clocks: null, outcome: null, news };
    this.ear.hear(position);
  }

  ask(_: Saying): Promise<FromServer> {
    return new Promise((answer) => this.answers.push(answer));
  }

  answer(message: unknown): void {
    this.answers.shift()?.(message as FromServer);
  }

  renew(): void {}
  hurry(): void {}
  close(): void {}
}

let device: Device;
/** Ann has called her seat to the screen and drawn a card. */
beforeEach(() => {
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
  expect(device.table.scene.before).toBeUndefined();
  device.position(3, 1, 1);
  device.position(4, -1, 0);
  expect(device.table.scene.before).toEqual(view(-1));
});

test('leaving the table leaves nothing said', () => {
  say('You draw robin');
  device.table.close();
  expect(JSON.stringify([device.table.entries, live])).not.toMatch(/robin|"R"/);
});
