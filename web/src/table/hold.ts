/** How long a scene stays on the screen before the next one, so that what others do is seen, one thing at a time. */
import type { TableKit } from '../games/game';
import { settings } from '../page/settings.svelte';
import type { Event, Position } from '../wire';
import { secretFor } from './log/secret';

/**
 * Something to be looked at before the table goes on: a turn of somebody else, a scoring, the end of a round, and at a
 * device that several people share the cards that one of them has drawn.
 */
export interface Pause {
  what: 'turn' | 'scoring' | 'round' | 'drawn';
  /** Milliseconds after which it is over by itself; without, somebody has to say "Go on". */
  ms?: number;
}

/** Milliseconds. */
const TURN = 550;
const BY_ITSELF = 5000;

/** @param lesson a lesson tells by itself what there is to see, so nothing waits for a word */
export function pausesFor(position: Position, kit?: TableKit, lesson = false): Pause[] {
  const news = position.news.filter((n) => n.what === 'played' || n.what === 'started');
  const events = news.flatMap((n) => n.events ?? []);
  const shared = position.seats.length > 1;
  const wait = settings.goOn ? BY_ITSELF : undefined;
  const pauses: Pause[] = [];
  if (drawnBy(position, events).length > 0) pauses.push({ what: 'drawn' });
  const scoring = kit?.scoring?.(events);
  if (scoring) pauses.push({ what: 'scoring', ms: lesson || (scoring.seat === position.seat && !shared) ? scoring.ms : wait });
  if (kit?.Round && !lesson && !position.outcome && events.some((event) => event.what === 'round ended')) pauses.push({ what: 'round', ms: wait });
  if (pauses.length === 0 && news.some((n) => n.seat !== position.seat)) pauses.push({ what: 'turn', ms: TURN });
  return pauses;
}

/** At a shared device: the cards that the seat on the screen has drawn and can only end its turn with. */
export function drawnBy({ seat, seats, legal }: Position, events: readonly Event[]): Event[] {
  return seats.length > 1 && legal.length === 1 ? events.filter((event) => event.what === 'drew' && secretFor(event, seat)) : [];
}
