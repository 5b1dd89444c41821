/** What the end of a round of CuBirds was, out of what happened. */
import type { Event } from '../../wire';

export interface RoundEnd {
  /** Who had no cards left: the dealer of the next round. */
  seat: number;
  /** The hands that were discarded, by seat. */
  discarded: Map<number, string[]>;
  /** Cards of the new draw pile, if the discard pile became one. */
  reshuffled: number;
}

export function roundEnd(events: readonly Event[]): RoundEnd | undefined {
  const end = events.findLastIndex((event) => event.what === 'round ended');
  if (end < 0) return undefined;
  const after = events.slice(end);
  const hands = after.filter((event) => event.what === 'hand discarded');
  return {
    seat: events[end]?.seat ?? -2,
    discarded: new Map(hands.map(({ seat = -2, cards = '' }) => [seat, [...cards]])),
    reshuffled: after.find((event) => event.what === 'reshuffled')?.count ?? 0,
  };
}
