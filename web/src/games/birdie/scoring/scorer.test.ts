import { afterEach, expect, test, vi } from 'vitest';
import { LostError, RefusedError } from '../../../server/socket';
import type { BirdieView } from '../../../views';
import type { Considered, Refused } from '../../../wire';
import { AGAIN, Scorer, type Considering, type Draft } from './scorer.svelte';

afterEach(() => vi.useRealTimers());

/** Answers like the server at a table where cards meet only in the phases asked about: each removal takes one card. */
function table(row: string, phase: 'before' | 'insert' | 'remove' = 'before', number = 7): Considering {
  const start = { phase: phase as string, row: row.split(' '), held: '' };
  const legal = (at: typeof start): string[] => {
    const places = (verb: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${verb} ${i + 1}`);
    if (at.phase === 'before') return ['use Ww', 'done'];
    if (at.phase === 'move') return places('move', at.row.length);
    if (at.phase === 'put' || at.phase === 'insert') return places('insert', at.row.length + 1);
    return [...places('remove', at.row.length), 'done'];
  };
  const view = (at: typeof start): BirdieView => ({ phase: at.phase, row: at.row, taking: null }) as unknown as BirdieView;
  const consider = (steps: string[]): Considered => {
    let at = { ...start };
    let complete = false;
    for (const step of steps) {
      const [verb = '', place = '1'] = step.split(' ');
      const n = Number(place) - 1;
      if (verb === 'use') at = { ...at, phase: 'move' };
      else if (verb === 'move') at = { phase: 'put', row: at.row.toSpliced(n, 1), held: at.row[n] ?? '' };
      else if (verb === 'insert') at = { phase: 'before', row: at.row.toSpliced(n, 0, at.held || 'new'), held: '' };
      else if (verb === 'remove') at = { ...at, row: at.row.toSpliced(n, 1) };
      else if (at.phase === 'before') at = { ...at, phase: 'remove' };
      else complete = true;
    }
    return { type: 'considered', after: number, steps, events: [], complete, chance: false, legal: legal(at), view: complete ? null : view(at) } as unknown as Considered;
  };
  return {
    position: { number, view: view(start), legal: legal(start) },
    consider: async (steps) => consider(steps),
    complain: (error) => { throw error; },
  };
}

test('cards that were removed stay removed when Woodpecker moves another', async () => {
  const scorer = new Scorer(table('a b c d'));
  await scorer.reset();
  await scorer.decide('remove 2');
  expect(scorer.row).toEqual(['a', 'c', 'd']);
  for (const step of ['use Ww', 'move 4', 'insert 1']) await scorer.decide(step);
  expect(scorer.row).toEqual(['d', 'a', 'c']);
  expect(scorer.play).toEqual(['use Ww', 'move 4', 'insert 1', 'done', 'remove 3', 'done']);
});

test('each decision is taken back as a whole, the last one first', async () => {
  const scorer = new Scorer(table('a b c d'));
  await scorer.reset();
  await scorer.decide('remove 2');
  for (const step of ['use Ww', 'move 4', 'insert 1']) await scorer.decide(step);
  await scorer.back();
  expect(scorer.row).toEqual(['a', 'c', 'd']);
  await scorer.startOver();
  expect(scorer.row).toEqual(['a', 'b', 'c', 'd']);
  await scorer.back();
  await scorer.back();
  expect([scorer.row, scorer.touched]).toEqual([['a', 'b', 'c', 'd'], false]);
});

test('a proposal is one decision', async () => {
  const scorer = new Scorer(table('a b c d'));
  await scorer.reset();
  await scorer.decide('remove 1');
  await scorer.adopt(['use Ww', 'move 1', 'insert 4', 'done', 'remove 1', 'remove 1', 'done']);
  expect(scorer.row).toEqual(['d', 'a']);
  await scorer.back();
  expect(scorer.row).toEqual(['b', 'c', 'd']);
});

test('what was decided is there again when the page was loaded again, for the same position only', async () => {
  let kept: { number: number; draft: Draft } | undefined;
  const drafts = {
    read: (number: number) => (kept?.number === number ? kept.draft : undefined),
    write: (number: number, draft: Draft | undefined) => (kept = draft && { number, draft: JSON.parse(JSON.stringify(draft)) as Draft }),
  };
  const before = new Scorer(table('a b c d'), drafts);
  await before.reset();
  await before.decide('remove 3');
  const again = new Scorer(table('a b c d'), drafts);
  await again.reset();
  expect([again.row, again.touched]).toEqual([['a', 'b', 'd'], true]);
  const later = new Scorer(table('a b c d', 'before', 8), drafts);
  await later.reset();
  expect(later.row).toEqual(['a', 'b', 'c', 'd']);
});

test('a decision is kept as soon as it is made, however long the server takes', async () => {
  let kept: Draft | undefined;
  const here = table('a b c d');
  const scorer = new Scorer(here, { read: () => undefined, write: (_, draft) => (kept = draft) });
  await scorer.reset();
  here.consider = () => new Promise(() => undefined);
  void scorer.decide('remove 3');
  expect(kept?.cascade).toEqual(['card 2']);
});

test('removals are kept while Robin draws', async () => {
  const here = table('a b c d');
  const scorer = new Scorer(here);
  await scorer.reset();
  await scorer.decide('remove 2');
  for (const step of ['use Ww', 'move 4', 'insert 1']) await scorer.decide(step);
  scorer.carry();
  Object.assign(here, table('d a b c', 'insert', 9));
  await scorer.reset();
  await scorer.decide('insert 1');
  expect(scorer.row).toEqual(['new', 'd', 'a', 'c']);
});

test.each([['wrote', false], ['lost', true]])('of a set that has arisen it is known whether it can be written: %s', async (fate, lost) => {
  const at = (phase: string): BirdieView => ({ phase, row: ['a', 'b', 'a'], taking: phase === 'set' ? [1, 2] : null }) as unknown as BirdieView;
  const happened = ['removed', 'set taken', fate].map((what) => ({ what }));
  const scorer = new Scorer({
    position: { number: 7, view: at('remove'), legal: ['remove 2', 'done'] },
    consider: async (steps) => {
      const arisen = steps.length === 1 && steps[0] === 'remove 2';
      const view = at(arisen ? 'set' : 'remove');
      return { events: happened.slice(0, arisen ? 2 : 3), legal: ['use Ps', 'done'], complete: !arisen, view } as unknown as Considered;
    },
    complain: (error) => { throw error; },
  });
  await scorer.reset();
  await scorer.decide('remove 2');
  expect([scorer.question?.phase, scorer.question?.lost]).toEqual(['set', lost]);
});

test('what has flown off does not hang there any more: all of the row, or what Owl may follow', async () => {
  const events = ['removed', 'set taken'].map((what) => ({ what, count: 2 }));
  const at = (phase: string, row: string[]): BirdieView => ({ phase, row, taking: null }) as unknown as BirdieView;
  for (const after of [undefined, at('owl', ['d'])]) {
    const row = after ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c'];
    const scorer = new Scorer({
      position: { number: 7, view: at('remove', row), legal: ['remove 2', 'done'] },
      consider: async (steps) => ({ events, legal: ['use Os', 'done'], complete: !after || steps.length > 1, view: after ?? null }) as unknown as Considered,
      complain: (error) => { throw error; },
    });
    await scorer.reset();
    await scorer.decide('remove 2');
    expect(scorer.row).toEqual(after?.row ?? []);
  }
});

test('where nothing was decided when Robin drew there is nothing to take back', async () => {
  const here = table('a b c d');
  const scorer = new Scorer(here);
  await scorer.reset();
  scorer.carry();
  Object.assign(here, table('a b c d', 'insert', 9));
  await scorer.reset();
  expect([scorer.question?.phase, scorer.touched, scorer.blank]).toEqual(['insert', false, true]);
});

test('a second tap on a question is no answer to the next', async () => {
  const scorer = new Scorer(table('a b c d'));
  await scorer.reset();
  await Promise.all([scorer.decide('use Ww'), scorer.decide('use Ww')]);
  await Promise.all([scorer.decide('move 4'), scorer.decide('move 4')]);
  await Promise.all([scorer.decide('insert 1'), scorer.decide('insert 1')]);
  expect([scorer.row, scorer.question]).toEqual([['d', 'a', 'b', 'c'], undefined]);
  expect(scorer.draft.before).toEqual(['use Ww', 'move 4', 'insert 1']);
});

test('what the server refuses, or a lost line swallows, is not decided', async () => {
  const here = table('a b c d');
  const told: unknown[] = [];
  const { consider } = here;
  Object.assign(here, { complain: (error: unknown) => told.push(error) });
  const scorer = new Scorer(here);
  await scorer.reset();
  for (const step of ['use Ww', 'move 4']) await scorer.decide(step);
  here.consider = () => Promise.reject(new LostError('no line'));
  await scorer.decide('insert 1');
  expect([told.length, scorer.question?.phase]).toEqual([1, 'put']);
  here.consider = consider;
  await scorer.decide('insert 2');
  expect(scorer.row).toEqual(['a', 'd', 'b', 'c']);
  await scorer.back();
  expect([scorer.row, scorer.touched]).toEqual([['a', 'b', 'c', 'd'], false]);
});

const refusal = new RefusedError({ type: 'refused', reason: 'no such card', clause: 'B8.2' } as Refused);

test('a draft that no longer fits is left out', async () => {
  const here = table('a b c d');
  const { consider } = here;
  here.consider = (steps) => (steps.includes('remove 9') ? Promise.reject(refusal) : consider(steps));
  Object.assign(here, { complain: () => undefined });
  const draft = { before: [], cascade: ['remove 9'], pigeon: [], owl: [], choices: {}, cuts: {}, by: {} };
  const scorer = new Scorer(here, { read: () => draft, write: () => undefined });
  await scorer.reset();
  expect([scorer.row, scorer.touched]).toEqual([['a', 'b', 'c', 'd'], false]);
});

test('what was written is kept no longer', async () => {
  const kept: (Draft | undefined)[] = [];
  const scorer = new Scorer(table('a b c d'), { read: () => undefined, write: (_, draft) => kept.push(draft) });
  await scorer.reset();
  await scorer.decide('remove 3');
  expect(kept.at(-1)?.cascade).toEqual(['card 2']);
  scorer.forget();
  expect(kept.at(-1)).toBeUndefined();
});

/** Answers like the server in the middle of a row of two equal cards: they are one set, or are left. */
function wire(): Considering {
  const view = (cursor: number): BirdieView => ({ phase: 'mark', row: ['a', 'a'], cursor }) as unknown as BirdieView;
  const LEGAL = [['bird 2', 'leave'], ['leave']];
  const consider = async (steps: string[]): Promise<Considered> => {
    const cursor = steps.reduce((sum, step) => sum + (step === 'leave' ? 1 : 2), 0);
    if (cursor > 2) throw refusal;
    return { type: 'considered', after: 7, steps, events: [], complete: cursor === 2, chance: false, legal: LEGAL[cursor] ?? [], view: cursor === 2 ? null : view(cursor) } as unknown as Considered;
  };
  return { position: { number: 7, view: view(0), legal: LEGAL[0] as string[] }, consider, complain: () => undefined };
}

test.each([
  ['every question', () => true],
  ['what can be marked at the second card', (steps: string[]) => steps.join() === 'leave'],
  ['what the whole play leads to', (steps: string[]) => steps.join() === 'bird 2'],
])('a lost answer to %s is asked for again until it comes', async (_, isLost) => {
  vi.useFakeTimers();
  const here = wire();
  const { consider } = here;
  const told: unknown[] = [];
  here.consider = (steps) => (isLost(steps) ? Promise.reject(new LostError('no line')) : consider(steps));
  here.complain = (error) => told.push(error);
  const scorer = new Scorer(here);
  await scorer.reset();
  await vi.advanceTimersByTimeAsync(3 * AGAIN);
  expect([scorer.play, told.length]).toEqual([undefined, 1]);
  here.consider = consider;
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect([scorer.play, scorer.joints, told.length]).toEqual([['bird 2'], [true], 1]);
});

test('what was kept is not dropped because the line is lost', async () => {
  vi.useFakeTimers();
  const here = table('a b c d');
  const { consider } = here;
  here.consider = () => Promise.reject(new LostError('no line'));
  here.complain = () => undefined;
  const draft = { before: [], cascade: ['card 2'], pigeon: [], owl: [], choices: {}, cuts: {}, by: {} };
  const scorer = new Scorer(here, { read: () => draft, write: () => undefined });
  await scorer.reset();
  here.consider = consider;
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect([scorer.row, scorer.touched]).toEqual([['a', 'b', 'd'], true]);
});

test('a cut that a lost line swallows leaves the wire as it was', async () => {
  vi.useFakeTimers();
  const here = wire();
  const scorer = new Scorer(here);
  await scorer.reset();
  here.consider = () => Promise.reject(new LostError('no line'));
  await scorer.toggle(0);
  expect([scorer.cuts, scorer.play]).toEqual([[false], ['bird 2']]);
  scorer.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('who starts over while a proposal is on its way does not get it afterwards', async () => {
  const scorer = new Scorer(wire());
  await scorer.reset();
  const adopting = scorer.adopt(['leave', 'leave']);
  await scorer.startOver();
  await adopting;
  expect([scorer.cuts, scorer.play]).toEqual([[false], ['bird 2']]);
  await scorer.adopt(['leave', 'leave']);
  expect([scorer.cuts, scorer.play]).toEqual([[true], ['leave', 'leave']]);
});

test('nothing is asked again when the table has gone on', async () => {
  vi.useFakeTimers();
  const here = wire();
  here.consider = () => Promise.reject(new LostError('no line'));
  const scorer = new Scorer(here);
  await scorer.reset();
  here.position = { number: 8, view: {}, legal: [] };
  here.consider = vi.fn();
  await vi.advanceTimersByTimeAsync(3 * AGAIN);
  expect(here.consider).not.toHaveBeenCalled();
});
