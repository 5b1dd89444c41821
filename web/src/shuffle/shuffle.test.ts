import { describe, expect, test } from 'vitest';
import type { Draw, News, Shuffle } from '../wire';
import birdie from './birdie.match.json';
import cubirds from './cubirds.match.json';
import { PILES } from './piles';
import { sealOf } from './record';
import { fromHex, sha256, toHex } from './sha256';
import { check, checkRecord, pick, shuffleKey, type Seal, type Verdict, type Witness } from './shuffle';

// The vectors of docs/shuffle.md.
const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
const mira = fromHex('ab'.repeat(32));
const key = shuffleKey(secret, 'k3xw8fq2m', [mira, new Uint8Array()]);

test('the key and the draws are those of the documented vectors', () => {
  expect(toHex(key)).toBe('315534bf96fa0c1448f5363c2737331ae2ec14f13de968f58531638c1f985d32');
  expect([0, 1, 2, 3, 4].map((n) => pick(key, n, 64n))).toEqual([51n, 14n, 38n, 1n, 31n]);
  expect([0, 1, 2, 3].map((n) => pick(key, n, 3n * 2n ** 62n))).toEqual([
    3669145888652462323n, 2041819796592597390n, 12481835449853895238n, 7901509965724608725n,
  ]);
});

// Whole matches with take-backs, as the server tells them; a test in Python keeps them up to date.
const matches = [birdie, cubirds].map((match) => {
  const shuffle = match.shuffle as unknown as Shuffle;
  const seal: Seal = { attempt: 1, secret: shuffle.commitment, commitments: shuffle.commitments };
  const log = (match.news as unknown as News[]).map(({ events = [], back_to = 0, ...rest }) => ({ ...rest, events, back_to }));
  const witness: Witness = { seal, reveals: [{ nonce: shuffle.nonces[0] ?? '', seal }], log };
  return { game: sealOf(match.record)?.game ?? '', record: match.record, shuffle, witness, seal };
});
const hash = (hex: string): string => toHex(sha256(fromHex(hex)));

describe.each(matches)('the shuffle of a match of $game', ({ game, record, shuffle, witness, seal }) => {
  const found = (changes: Partial<Shuffle>, seen: Partial<Witness> = {}): Verdict => check(game, { ...shuffle, ...changes }, { ...witness, ...seen });
  const fault = (changes: Partial<Shuffle>, seen: Partial<Witness> = {}): string => found(changes, seen).fault;
  /** The draws with one of them changed, and its step made to fit its odds, as a server does that wants to be believed. */
  function changed(n: number, change: (draw: Draw) => Partial<Draw>): Draw[] {
    const streamKey = shuffleKey(fromHex(shuffle.secret), shuffle.match, shuffle.nonces.map(fromHex));
    return shuffle.draws.map((draw) => {
      if (draw.n !== n) return draw;
      const other = { ...draw, ...change(draw) };
      let left = Number(pick(streamKey, n, BigInt(other.odds.reduce((sum, [, weight]) => sum + weight, 0))));
      const step = other.odds.find(([, weight]) => (left -= weight) < 0)?.[0] ?? '';
      return { ...other, step };
    });
  }
  const sorts = shuffle.draws.filter(({ odds }) => odds.length > 2).map(({ n }) => n);
  const some = [sorts[0], sorts[1], sorts[20], sorts.at(-3)] as number[];

  test('is fair, and nothing of it is the server\u2019s word', () => {
    expect(found({})).toEqual({ fault: '', trusting: false, attempts: 1, silent: [], leftOut: false, carried: 0 });
  });

  test('is not taken for that of another table where players added to it', () => {
    expect(fault({ carried: 3 })).toBe('draws');
    expect(fault({ carried: shuffle.draws.length })).toBe('draws');
  });

  test('is fair though somebody was named to start, and only then', () => {
    const draws = shuffle.draws.map((draw) => (draw.step.startsWith('starter') ? { ...draw, step: 'starter 2', odds: [['starter 2', 1]] as Draw['odds'] } : draw));
    expect([fault({ draws }), fault({ draws }, { starter: 1 }), fault({ draws }, { starter: 2 })]).toEqual(['odds', 'odds', '']);
    expect(fault({}, { starter: 2 })).toBe('odds');
  });

  test('has draws that were taken back, and cards that came back into the pile', () => {
    expect(shuffle.draws.some(({ withdrawn }) => withdrawn)).toBe(true);
    const returns = Object.keys(PILES[game]?.[3]?.returns ?? {});
    expect(shuffle.draws.some(({ follows = -1, since = [] }) => follows > 20 && since.some(({ what }) => returns.includes(what)))).toBe(true);
  });

  test.each(some)('cannot have other odds: draw %i', (n) => {
    const odds = shuffle.draws[n]?.odds ?? [];
    const reordered = changed(n, () => ({ odds: [...odds].reverse() }));
    const swapped = changed(n, () => ({ odds: odds.map((each, place) => odds[place === 0 ? 1 : place === 1 ? 0 : place] ?? each) }));
    const heavier = changed(n, () => ({ odds: odds.map(([step, weight], place) => [step, place === 0 ? weight + 1 : weight]) }));
    const dropped = changed(n, () => ({ odds: odds.slice(1) }));
    const added = changed(n, () => ({ odds: [...odds, odds[0] as [string, number]] }));
    const foreign = changed(n, () => ({ odds: [...odds, ['deal Xx', 1]] }));
    const nothing = changed(n, () => ({ odds: [[odds[0]?.[0] ?? '', 0], ...odds.slice(1)] }));
    for (const draws of [reordered, swapped, heavier, dropped, added, foreign, nothing]) expect(fault({ draws })).toBe('odds');
  });

  test('cannot have all its weights doubled', () => {
    const draws = shuffle.draws.map(({ n }) => changed(n, ({ odds }) => ({ odds: odds.map(([step, weight]) => [step, 2 * weight]) }))[n] as Draw);
    expect(fault({ draws })).toBe('odds');
  });

  test('cannot have another card, draw or order of draws', () => {
    const n = some[2] ?? 0;
    const other = shuffle.draws[n]?.odds.find(([step]) => step !== shuffle.draws[n]?.step)?.[0] ?? '';
    expect(fault({ draws: shuffle.draws.map((draw) => (draw.n === n ? { ...draw, step: other } : draw)) })).toBe('draws');
    expect(fault({ draws: shuffle.draws.filter((draw) => draw.n !== n) })).toBe('draws');
    expect(fault({ draws: shuffle.draws.slice(0, -1) })).toBe('cards');
  });

  test('cannot pretend that no cards came back', () => {
    const back = Object.keys(PILES[game]?.[3]?.returns ?? {}).at(-1) ?? '';
    const at = shuffle.draws.findLastIndex(({ since = [] }) => since.some(({ what }) => what === back));
    const draws = changed(at, ({ since = [] }) => ({ since: since.filter(({ what }) => what !== back) }));
    expect(fault({ draws })).toBe('odds');
  });

  test('cannot follow another draw than I saw', () => {
    const draws = shuffle.draws.map((draw) => (draw.n === 40 ? { ...draw, follows: (draw.follows ?? -1) - 1 } : draw));
    expect(fault({ draws })).not.toBe('');
    expect(fault({ draws: shuffle.draws.map((draw) => ({ ...draw, follows: draw.n })) })).toBe('odds');
  });

  test('cannot have other cards than I saw', () => {
    const log = (witness.log ?? []).map((told, place) => (place > 0 ? told : { ...told, events: told.events.map((event) => (event.what === 'laid out' ? { ...event, cards: 'X' } : event)) }));
    expect(fault({}, { log })).toBe('cards');
    expect(fault({}, { log: log.slice(0, 2) })).toBe('cards');
  });

  test('is partly the server\u2019s word for who did not see all of it', () => {
    expect(found({}, { log: [] })).toMatchObject({ fault: '', trusting: true });
    expect(found({}, { log: (witness.log ?? []).slice(10) })).toMatchObject({ fault: '', trusting: true });
    expect(check('poker', shuffle, witness)).toMatchObject({ fault: '', trusting: true });
  });

  test('cannot have another secret or other bytes than were sealed', () => {
    expect(fault({ secret: '00'.repeat(32) })).toBe('seal');
    expect(fault({ secret: '00'.repeat(32), commitment: hash('00'.repeat(32)) })).toBe('seal');
    expect(fault({ nonces: ['cd'.repeat(32), '', ''] })).toBe('entropy');
    expect(fault({ nonces: ['', '', ''] })).toBe('entropy');
  });

  test('cannot have somebody\u2019s promise changed after I revealed', () => {
    const late = { commitments: [shuffle.commitments[0] ?? '', hash('cd'.repeat(32)), ''], nonces: [shuffle.nonces[0] ?? '', 'cd'.repeat(32), ''] };
    expect(fault(late)).toBe('entropy');
    expect(fault(late, { seal: undefined })).toBe('entropy');
    expect(fault(late, { reveals: [] })).toBe('entropy');
  });

  test('counts the attempts, and uses my bytes for the one that I gave them to', () => {
    expect(fault({ attempts: 2 })).toBe('entropy');
    expect(found({ attempts: 2 }, { reveals: [{ nonce: 'ef'.repeat(32), seal }] })).toMatchObject({ leftOut: true, attempts: 2 });
    const second = { ...seal, attempt: 2 };
    expect(fault({}, { seal: second, reveals: [] })).toBe('seal');
    const reveals = [{ nonce: 'ef'.repeat(32), seal }, { nonce: shuffle.nonces[0] ?? '', seal: second }];
    expect(found({ attempts: 2, silent: [1] }, { seal: second, reveals })).toMatchObject({ fault: '', leftOut: false, silent: [1] });
  });

  test('cannot lack a reveal by counting no attempts, where I saw them counted', () => {
    const commitments = [...shuffle.commitments.slice(0, 2), hash('cd'.repeat(32))];
    const uncounted = { commitments, attempts: 0 };
    expect(fault(uncounted, { seal: { attempt: 1, secret: shuffle.commitment, commitments }, reveals: [] })).toBe('seal');
    const given = { nonce: 'cd'.repeat(32), seal: { attempt: 1, secret: shuffle.commitment, commitments } };
    expect(fault(uncounted, { seal: undefined, reveals: [given] })).toBe('seal');
  });

  test('of an earlier release may lack a reveal', () => {
    const commitments = [...shuffle.commitments.slice(0, 2), hash('cd'.repeat(32))];
    expect(fault({ commitments, attempts: 1 }, { seal: undefined, reveals: [] })).toBe('entropy');
    expect(fault({ commitments, attempts: 0 }, { seal: undefined, reveals: [] })).toBe('');
  });

  test('of a record must be that of its own lines', () => {
    const read = sealOf(record);
    if (!read) throw new Error('no seal');
    expect(checkRecord(read, shuffle)).toMatchObject({ fault: '', trusting: true });
    expect(checkRecord(read, { ...shuffle, secret: '00'.repeat(32) }).fault).toBe('seal');
    expect(checkRecord(read, { ...shuffle, nonces: ['', '', ''] }).fault).toBe('entropy');
    expect(checkRecord({ ...read, steps: [...read.steps].reverse() }, shuffle).fault).toBe('cards');
    expect(checkRecord({ ...read, follows: read.follows.map(() => -1) }, shuffle).fault).toBe('cards');
    expect(checkRecord(read, { ...shuffle, draws: changed(some[1] ?? 0, ({ odds }) => ({ odds: [...odds].reverse() })) }).fault).not.toBe('');
  });
});

const text = `birdtable: 1
game: birdie
seat 1: Mira
seat 2: casual
match: k3xw8fq2m
shuffle secret: ${toHex(secret)}
shuffle entropy 1: ${'ab'.repeat(32)}

chance: deal Ws,
    deal Os  # a comment
1: take Ws
`;

test('a record says itself what its shuffle is checked by, in either form', () => {
  const expected = { game: 'birdie', starter: 0, carried: 0, match: 'k3xw8fq2m', secret: toHex(secret), nonces: ['ab'.repeat(32), ''], steps: ['deal Ws', 'deal Os'], follows: [-1, 0] };
  expect(sealOf(text)).toEqual(expected);
  const extra = { match: 'k3xw8fq2m', 'shuffle secret': toHex(secret), 'shuffle entropy 1': 'ab'.repeat(32) };
  expect(sealOf(JSON.stringify({ game: 'birdie', extra, seats: ['Mira', 'casual'], lines: [['play', -1, ['deal Ws', 'deal Os']], ['play', 0, ['take Ws']], ['undo', 1]] }))).toEqual(expected);
  expect(sealOf(text.replace(/^shuffle secret.*\n/m, ''))).toBeUndefined();
  expect(sealOf(text.replace('match:', 'option starter: 2\nmatch:'))?.starter).toBe(2);
});

test('withdrawn draws of a record count too, and later ones follow what stands', () => {
  const read = sealOf(text.replace('1: take Ws', '~1: take Ws\n~chance: deal Rw\nundo: 2\n1: take Os\nchance: deal Pu'));
  expect(read?.steps).toEqual(['deal Ws', 'deal Os', 'deal Rw', 'deal Pu']);
  expect(read?.follows).toEqual([-1, 0, 1, 1]);
});
