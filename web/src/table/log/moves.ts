/** What each player did last, out of the log. */
import type { Move } from '../../games/game';
import type { Event } from '../../wire';
import type { Entry } from '../table.svelte';

/** How a game shows turns in the players' panels. */
export interface Moves {
  /** What a seat did in these events, in parts. */
  of: (events: readonly Event[], seat: number) => Move[];
  /** The turn goes on after this play, because chance came in between. */
  goesOn?: (events: readonly Event[]) => boolean;
}

const BEGINS = ['started', 'round ended'];

/** The last turn of a seat in this round, and whether nobody has played since. */
export function lastTurn(entries: readonly Entry[], seat: number, { of, goesOn }: Moves): { moves: Move[]; newest: boolean } | undefined {
  const plays = entries.filter((entry) => !entry.withdrawn && (entry.what === 'played' || entry.what === 'started'));
  const round = plays.slice(plays.findLastIndex((entry) => entry.events.some((event) => BEGINS.includes(event.what))) + 1);
  const last = round.findLastIndex((entry) => entry.seat === seat);
  let first = last;
  while (first > 0 && round[first - 1]?.seat === seat && goesOn?.(round[first - 1]?.events ?? [])) first -= 1;
  const moves = of(round.slice(first, last + 1).flatMap((entry) => entry.events), seat);
  return last >= 0 && moves.length > 0 ? { moves, newest: last === round.length - 1 } : undefined;
}
