import { expect, test } from 'vitest';
import { tell as birdie } from '../../games/birdie/tell';
import { tell as cubirds } from '../../games/cubirds/tell';
import { adopt } from '../../page/i18n.svelte';
import type { Event, News } from '../../wire';
import { lines, type LogLine, type Tell } from './log';
import type { Entry } from '../table.svelte';
import { tellingWords } from './telling';

adopt('en', {});
const name = (seat: number): string => ['Wren', 'Tomás'][seat] ?? '';
const entry = (events: Event[], what: News['what'] = 'played', seat = 0): Entry => ({ number: 1, what, seat, events, withdrawn: false });
const words = (game: string, tell: Tell, entries: Entry[], me: number): string[] => lines(entries, tell, name, me).map((line) => tellingWords(game, line.telling));

test('a refill stands in the line of the play that caused it', () => {
  const events = [{ what: 'stacked', seat: 1, cards: 'Rs Ou' }, { what: 'refilled', cards: 'Pa' }, { what: 'refilled', cards: 'Ww' }];
  expect(words('birdie', birdie, [entry(events, 'played', 1)], 0)).toEqual(['Tomás puts robin, spring; owl, summer on the pile. New in the display: pigeon, autumn; woodpecker, winter']);
  const taken = [{ what: 'laid', seat: 1, cards: 'PP', place: '2 right' }, { what: 'took', seat: 1, cards: 'FO' }, { what: 'refilled', cards: 'M', place: '2 right' }];
  expect(words('cubirds', cubirds, [entry(taken, 'played', 1)], 0)).toHaveLength(2);
});

test('a row is told in its order', () => {
  const turned = [{ what: 'turned over', seat: 1, cards: 'Rs Ou Rs' }];
  expect(words('birdie', birdie, [entry(turned)], 0)).toEqual(['Tomás turns the pile over: robin, spring; owl, summer; robin, spring']);
});

const BIRDIE = [
  'started', 'took', 'stacked', 'passed', 'could only pass', 'turned over', 'used', 'drew', 'inserted', 'moved', 'dropped', 'wrote', 'copied', 'flapped', 'won trophy', 'removed',
  'game ended',
];
const CUBIRDS = ['started', 'first bird', 'laid', 'took', 'drew', 'kept', 'flocked', 'collected', 'hand discarded', 'round ended', 'won'];

test.each([...BIRDIE.map((what) => ['birdie', what, birdie] as const), ...CUBIRDS.map((what) => ['cubirds', what, cubirds] as const)])(
  'in %s the log speaks to me of what I did, never by my name: %s',
  (game, what, tell) => {
    const card = game === 'birdie' ? 'Rs' : 'R';
    const event = { what, seat: 0, cards: card, count: 1, points: 1, place: game === 'birdie' ? 'owl' : '1 left', secret: what === 'drew' || what === 'stacked' ? card : undefined };
    const mine = words(game, tell, [entry([event])], 0).join();
    expect(mine).toMatch(/\byou\b/i);
    expect(mine).not.toContain('Wren');
    expect(words(game, tell, [entry([{ ...event, secret: undefined }])], 1).join()).toContain('Wren');
  },
);

test('and so of what happens around the match', () => {
  for (const what of ['asked', 'agreed', 'declined', 'stood_in', 'came_back', 'ran_out', 'forfeited'] as const) {
    expect(words('birdie', birdie, [entry([], what)], 0).join()).toMatch(/\byou\b/i);
    expect(words('birdie', birdie, [entry([], what)], 1).join()).toContain('Wren');
  }
});

test('what has been told stays as it is, until a name or the language changes', () => {
  const names = ['Wren', 'Tomás'];
  const now = (entries: Entry[]): LogLine[] => lines(entries, birdie, (seat) => names[seat] ?? '', 0);
  const first = entry([{ what: 'took', seat: 1, cards: 'Rs' }]);
  const [told] = now([first]);
  expect(now([first, entry([{ what: 'took', seat: 0, cards: 'Ou' }])])[0]).toBe(told);
  names[1] = 'Tomasz';
  expect(now([first])[0]?.telling.params?.['name']).toBe('Tomasz');
  const [renamed] = now([first]);
  adopt('de', {});
  expect(now([first])[0]).not.toBe(renamed);
  adopt('en', {});
  expect(lines([first], birdie, (seat) => names[seat] ?? '', 1)[0]?.telling.id).toContain('You');
});
