/**
 * Keeps count of what chance deals from by what everybody sees, as the game's table says (`piles.ts`): which cards there
 * are at first, which left the pile, and which came back into it. No rule is needed for that.
 */
import type { Draw, Event } from '../wire';
import type { Pile } from './piles';

/** What is left in the pile, and the cards that can come back into it, by the event that they left with. */
interface Count {
  left: Map<string, number>;
  away: Map<string, string[]>;
}

const kind = (step: string): string => step.split(' ')[0] ?? '';

/** Whether every draw was made from what was left, all of it, in its order and with its weights. */
export function rightOdds(draws: readonly Draw[], pile: Pile): boolean {
  const whole = new Map(pile.chance);
  const after: Count[] = [];
  return draws.every((draw, n) => {
    const { follows = -1, since = [] } = draw;
    if (follows < -1 || follows >= n || since.filter((event) => pile.drawn.includes(event.what)).length > 1) return false;
    const before = after[follows] ?? { left: whole, away: new Map<string, string[]>() };
    const count: Count = { left: new Map(before.left), away: new Map(before.away) };
    for (const event of since) note(count, event, pile, draws[follows]?.step ?? '');
    const odds = [...count.left].filter(([step, weight]) => weight !== 0 && kind(step) === kind(draw.step));
    if (JSON.stringify(odds) !== JSON.stringify(draw.odds)) return false;
    if (odds.some(([step, weight]) => weight > (whole.get(step) ?? 0))) return false;
    count.left.set(draw.step, (count.left.get(draw.step) ?? 0) - 1);
    after.push(count);
    return true;
  });
}

/** @param drawn the step of the draw whose card the event may show, or hide */
function note({ left, away }: Count, event: Event, pile: Pile, drawn: string): void {
  for (const source of pile.returns[event.what] ?? []) {
    for (const step of away.get(source) ?? []) left.set(step, (left.get(step) ?? 0) + 1);
    away.delete(source);
  }
  for (const source of pile.moves[event.what] ?? []) away.delete(source);
  const cards = pile.drawn.includes(event.what) ? [drawn] : stepsOf(event.cards ?? '', pile);
  away.set(event.what, [...(away.get(event.what) ?? []), ...cards]);
}

/** Cards in notation as the steps that deal them: `deal R`, `deal R`, `deal W` for `RRW`. */
function stepsOf(cards: string, pile: Pile): string[] {
  const names = new Map(pile.chance.map(([step]) => [step.slice(kind(step).length + 1), step]));
  return (cards.match(/[A-Z][a-z]?/g) ?? []).map((card) => names.get(card) ?? card);
}

/** Whether something came back into the pile: then its count rests on the events, and not on the draws alone. */
export const hasReturns = (draws: readonly Draw[], pile: Pile): boolean =>
  draws.some(({ follows = -1, since = [] }) => follows > 0 && since.some((event) => event.what in pile.returns));

/** One line of a log: numbered, and what is taken back says to where. */
export interface Told {
  number: number;
  what: string;
  events: readonly Event[];
  back_to?: number;
}

/** A card that was seen to be dealt: after which other one, which one it was, if that was shown, and what happened between. */
interface Seen {
  follows: number;
  card: string;
  since: Event[];
}

function cardsSeen(log: readonly Told[], pile: Pile): Seen[] {
  const counts = new Set([...pile.drawn, ...[pile.returns, pile.moves].flatMap((each) => [...Object.keys(each), ...Object.values(each).flat()])]);
  const seen: Seen[] = [];
  const stands: { number: number; last: number; since: Event[] }[] = [{ number: 0, last: -1, since: [] }];
  for (const { number, what, events, back_to = 0 } of log) {
    if (what === 'undone') while (stands.length > 1 && (stands.at(-1)?.number ?? 0) > back_to) stands.pop();
    let { last = -1, since = [] } = stands.at(-1) ?? {};
    for (const event of events.filter((each) => counts.has(each.what))) {
      if (pile.drawn.includes(event.what)) {
        last = seen.push({ follows: last, card: event.secret || event.cards || '', since }) - 1;
        since = [event];
      } else since = [...since, event];
    }
    stands.push({ number, last, since });
  }
  return seen;
}

/** How far the draws are what I saw: `no`, `part` of them, as when I came later, or `all`, with what happened between. */
export function sameAsSeen(draws: readonly Draw[], log: readonly Told[], pile: Pile): 'no' | 'part' | 'all' {
  const seen = cardsSeen(log, pile);
  const cards = draws.filter((draw) => kind(draw.step) === 'deal');
  if (seen.length < cards.length) return inOrder(seen, cards) ? 'part' : 'no';
  if (seen.length > cards.length) return 'no';
  const place = new Map(cards.map((draw, at) => [draw.n, at]));
  const fits = cards.every(({ step, follows = -1, since = [] }, at) => {
    const mine = seen[at] as Seen;
    return isCard(mine, step) && mine.follows === (place.get(follows) ?? -1) && publicly(mine.since) === publicly(since);
  });
  return fits ? 'all' : 'no';
}

const isCard = ({ card }: Seen, step: string): boolean => !card || step === `deal ${card}`;
const publicly = (events: readonly Event[]): string => JSON.stringify(events.map(({ what, cards = '' }) => [what, cards]));

function inOrder(some: readonly Seen[], all: readonly Draw[]): boolean {
  const shown = some.filter(({ card }) => card);
  let at = 0;
  for (const { step } of all) if (at < shown.length && isCard(shown[at] as Seen, step)) at += 1;
  return at === shown.length;
}
