/** What a round of Birdie brought, out of the log: nothing is counted here. */
import { standing } from '../../table/log/log';
import type { Entry } from '../../table/table.svelte';
import type { BirdieView } from '../../views';

export interface RoundEnd {
  round: number;
  /** Who passed, in this order, for how many points, with the row that was turned over. */
  players: { seat: number; points: number; row: string[] }[];
  /** The display was empty, so that somebody had to pass. */
  empty: boolean;
  /** Who starts the next round. */
  starter: number;
  /** Trophies that have another holder than before the round; nobody is -2. */
  trophies: { bird: string; from: number; to: number }[];
}

/** @param before the table before the last row was written, where the log does not go far enough back */
export function lastRound(entries: readonly Entry[], before?: BirdieView): RoundEnd | undefined {
  const all = standing(entries);
  const end = all.findLastIndex((event) => event.what === 'round ended');
  if (end < 0) return undefined;
  const events = all.slice(all.slice(0, end).findLastIndex((event) => event.what === 'started') + 1, end);
  const found = (what: string, seat: number) => events.findLast((event) => event.what === what && event.seat === seat);
  const passed = before?.passed ?? events.filter((event) => event.what === 'passed').map((event) => event.seat ?? -2);
  const round = all[end]?.count ?? 0;
  const trophies = new Map<string, { from: number; to: number }>();
  for (const { what, place = '', seat = -2, other = -2 } of events) {
    if (what === 'won trophy') trophies.set(place, { from: trophies.get(place)?.from ?? other, to: seat });
  }
  return {
    round,
    players: passed.map((seat) => ({
      seat,
      points: found('passed', seat)?.points ?? before?.boards[seat]?.passes[round - 1] ?? 0,
      row: found('turned over', seat)?.cards?.split(' ').filter(Boolean) ?? before?.played[seat]?.row ?? [],
    })),
    empty: events.some((event) => event.what === 'could only pass'),
    starter: all.slice(end).find((event) => event.what === 'started')?.seat ?? -2,
    trophies: [...trophies].filter(([, { from, to }]) => from !== to).map(([bird, { from, to }]) => ({ bird, from, to })),
  };
}
